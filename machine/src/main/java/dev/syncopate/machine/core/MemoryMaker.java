package dev.syncopate.machine.core;

import dev.syncopate.memory.lsu.LoadStoreUnit;
import dev.syncopate.memory.lsu.MemoryClient;
import dev.syncopate.sim.engine.Part;

/** Makes the memory side of a tile. */
@FunctionalInterface
public interface MemoryMaker {
  /**
   * @param index of the tile
   * @param host in whose wheel its events happen
   * @param client to call back; not to be called yet
   */
  LoadStoreUnit make(int index, Part host, MemoryClient client);
}
