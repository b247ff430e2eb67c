package dev.syncopate.memory.functional;

/** Memory of which {@link PagedMemory} holds copies: that of a machine in cycles, as its host. */
public interface BackingStore {
  /** Copies bytes out. */
  void read(long address, byte[] target);

  /** Copies bytes in. */
  void write(long address, byte[] source);
}
