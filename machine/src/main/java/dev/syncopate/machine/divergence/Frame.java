package dev.syncopate.machine.divergence;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a call returns to, and the frame it was made from. Equal call chains of a warp are one
 * frame object, whichever lanes made the calls and when: lanes that entered a function separately
 * can be one split again.
 */
final class Frame {
  final int returnPc;
  final @Nullable Frame caller;

  private final List<Frame> callees = new ArrayList<>(0);

  private Frame(int returnPc, @Nullable Frame caller) {
    this.returnPc = returnPc;
    this.caller = caller;
  }

  /** The frame of no call, under which the kernel's own calls hang. */
  static Frame root() {
    return new Frame(-1, null);
  }

  boolean isRoot() {
    return caller == null;
  }

  /** The frame that this one was called from. */
  Frame caller() {
    Frame from = caller;
    return from == null ? this : from;
  }

  /** The frame of a call that returns to {@code back}. */
  Frame callee(int back) {
    for (Frame callee : callees) {
      if (callee.returnPc == back) {
        return callee;
      }
    }
    Frame made = new Frame(back, this);
    callees.add(made);
    return made;
  }
}
