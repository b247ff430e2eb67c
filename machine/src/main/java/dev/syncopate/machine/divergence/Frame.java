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
}
