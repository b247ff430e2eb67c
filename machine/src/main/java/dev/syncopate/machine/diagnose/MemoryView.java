package dev.syncopate.machine.diagnose;

import dev.syncopate.memory.protocol.CachedCopy;
import org.jspecify.annotations.Nullable;

/** A look at the memory system of a machine in which nothing moves. */
public interface MemoryView {
  /** Copies device memory out, with the values in the L2. */
  void read(long address, byte[] buffer);

  /** What the L1 of a compute unit holds of bytes in one line; null when it lacks some of them. */
  @Nullable CachedCopy cached(int unit, long address, int bytes);

  /** Compute units of the machine. */
  int units();
}
