package dev.syncopate.machine.tile;

import dev.syncopate.machine.core.ExecutionUnit;
import dev.syncopate.memory.local.DirectStore;
import dev.syncopate.memory.local.LocalStore;

/** Factory of the parts of a tile's compute unit; other fittings replace parts or decorate them. */
public interface TileFittings {
  /** Those of the machines that presets describe. */
  TileFittings STANDARD = new TileFittings() {};

  /**
   * The bytes of its shared memory.
   *
   * @param bytes its size
   */
  default LocalStore store(int bytes) {
    return new DirectStore(bytes);
  }

  /**
   * The unit that executes a pipe's instructions.
   *
   * @param standard the one that does otherwise
   */
  default ExecutionUnit unit(ExecutionUnit standard) {
    return standard;
  }
}
