package dev.syncopate.machine.gpu;

import dev.syncopate.machine.diagnose.MemoryView;
import dev.syncopate.memory.protocol.CachedCopy;
import dev.syncopate.memory.system.MemorySystem;
import org.jspecify.annotations.Nullable;

/** The memory system as reports see it. */
record StoppedMemory(MemorySystem memory, int units) implements MemoryView {
  @Override
  public void read(long address, byte[] buffer) {
    memory.read(address, buffer);
  }

  @Override
  public @Nullable CachedCopy cached(int unit, long address, int bytes) {
    return memory.cached(unit, address, bytes);
  }
}
