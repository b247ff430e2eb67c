package dev.syncopate.machine.diagnose;

/** Reads device memory as the L2 has it. */
@FunctionalInterface
public interface DeviceWords {
  /** Copies bytes out. */
  void read(long address, byte[] into);
}
