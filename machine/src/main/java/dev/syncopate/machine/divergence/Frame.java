package dev.syncopate.machine.divergence;

import org.jspecify.annotations.Nullable;

/**
 * Where a call returns to, and the frame it was made from. Lanes of one call share one frame
 * object.
 */
final class Frame {
  final int returnPc;
  final @Nullable Frame caller;

  Frame(int returnPc, @Nullable Frame caller) {
    this.returnPc = returnPc;
    this.caller = caller;
  }

  /** Whether two chains of calls return to the same places. */
  static boolean same(@Nullable Frame a, @Nullable Frame b) {
    Frame x = a;
    Frame y = b;
    while (x != y) {
      if (x == null || y == null || x.returnPc != y.returnPc) {
        return false;
      }
      x = x.caller;
      y = y.caller;
    }
    return true;
  }
}
