package dev.syncopate.memory.system;

import dev.syncopate.memory.access.WarpAccess;

/** Is told what L1s do, by whoever wants to know. */
@FunctionalInterface
public interface L1Watcher {
  /**
   * An L1 was offered a line of an access, or did one of its steps.
   *
   * @param tile its number
   * @param effect what it counted meanwhile
   */
  void offered(int tile, WarpAccess access, L1Effect effect);
}
