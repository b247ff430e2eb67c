package dev.syncopate.machine.tile;

import dev.syncopate.machine.core.ExecutionUnit;
import dev.syncopate.machine.local.DirectStore;
import dev.syncopate.machine.local.LocalStore;

/** What a tile's compute unit is built with; other fittings replace parts or stand before them. */
public interface Fittings {
  /** Those of the machines that presets describe. */
  Fittings STANDARD = new Fittings() {};

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
