package dev.syncopate.workload.runtime;

/** Bytes at device addresses, as the host copies them between launches. */
interface DeviceMemory {
  void write(long address, byte[] source);

  void read(long address, byte[] target);
}
