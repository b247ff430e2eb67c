package dev.syncopate.machine.gpu;

import dev.syncopate.machine.core.MemorySide;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.system.TileMemory;

/** A tile's memory side, seen from its compute unit. */
record Side(TileMemory memory) implements MemorySide {
  @Override
  public boolean canIssue(int warp, MemoryOperation operation) {
    return memory.canIssue(warp, operation);
  }

  @Override
  public void issue(WarpAccess access) {
    memory.issue(access);
  }

  @Override
  public boolean quiet(int warp) {
    return memory.quiet(warp);
  }

  @Override
  public void kernelBegin() {
    memory.kernelBegin();
  }

  @Override
  public void kernelEnd(Runnable done) {
    memory.kernelEnd(done);
  }
}
