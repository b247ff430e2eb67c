package dev.syncopate.memory.lsu;

import dev.syncopate.memory.access.WarpAccess;

/**
 * Decides when a {@link StepLsu} goes on, which itself reads no clock. A driver without time has
 * nothing to do here.
 */
public interface LsuTiming {
  /** An access begins. */
  default void issuing(WarpAccess access) {}

  /** An access that has begun is in the request FIFO, or others are: it wants to be advanced. */
  default void requested() {}

  /**
   * An access is complete.
   *
   * @return the cycle from which dependent instructions may issue
   */
  default long complete(WarpAccess access) {
    return 0;
  }
}
