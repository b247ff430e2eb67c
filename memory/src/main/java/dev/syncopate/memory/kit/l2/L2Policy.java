package dev.syncopate.memory.kit.l2;

import dev.syncopate.memory.protocol.MemoryMessage;

/** Hooks by which a mechanism extends an {@link L2Cache}. */
public abstract class L2Policy {
  /** Nothing: plain GPU coherence. */
  public static final L2Policy NONE =
      new L2Policy() {
        @Override
        protected boolean dependsOnContents() {
          return false;
        }
      };

  /** Whether the mechanism has state that depends on what the cache holds. */
  protected boolean dependsOnContents() {
    return true;
  }

  /** What was refused for lack of room may be offered again. */
  protected void roomMade() {}

  /** A request has been performed and answered: the message is another's now. */
  protected void served(MemoryMessage message) {}

  /**
   * A line is about to lose its frame to another; its dirty bytes are in memory.
   *
   * @param frame the line's frame, still allocated
   */
  protected void evicting(int frame, long line) {}
}
