package dev.syncopate.memory.system;

import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.protocol.MemoryMessage;

/** Observer of the events of L1s. */
public interface L1Watcher {
  /**
   * An L1 was offered a line of an access, or did one of its steps.
   *
   * @param tile its number
   * @param effect what it counted meanwhile
   */
  void offered(int tile, WarpAccess access, L1Effect effect);

  /**
   * An L1 has taken a message, and has flushed or invalidated.
   *
   * @param tile its number
   * @param effect what it counted meanwhile
   * @param busy cycles for which that occupies it
   */
  void received(int tile, MemoryMessage message, L1Effect effect, long busy);
}
