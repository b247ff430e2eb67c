package dev.syncopate.machine.core;

import dev.syncopate.memory.lsu.LoadStoreUnit;
import dev.syncopate.memory.lsu.MemoryClient;
import dev.syncopate.sim.engine.Part;

/** A tile's memory side, as its compute unit sees it. */
public interface MemorySide extends LoadStoreUnit {
  /** A kernel starts: an acquire at device scope. */
  void kernelBegin();

  /**
   * The tile has no more work of this kernel: a release at device scope.
   *
   * @param done called in the tile once every write of the tile is visible to the device
   */
  void kernelEnd(Runnable done);

  /** Makes the memory side of a tile. */
  @FunctionalInterface
  interface Maker {
    /**
     * @param index of the tile
     * @param host in whose wheel its events happen
     * @param client to call back; not to be called yet
     */
    MemorySide make(int index, Part host, MemoryClient client);
  }
}
