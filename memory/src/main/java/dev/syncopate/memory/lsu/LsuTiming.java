package dev.syncopate.memory.lsu;

import dev.syncopate.memory.access.WarpAccess;

/**
 * Decides when a {@link StepLsu} goes on, which itself reads no clock. A driver without time has
 * nothing to do here.
 */
public interface LsuTiming {
  /** An access is about to begin its first step. */
  default void issuing(WarpAccess access) {}

  /** An access has been issued, and the request FIFO is not empty: it is to be advanced. */
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
