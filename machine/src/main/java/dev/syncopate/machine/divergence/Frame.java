package dev.syncopate.machine.divergence;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a call returns to, and the frame it was made from. Equal call chains of a warp are one
 * frame object, whichever lanes made the calls and when: lanes that entered a function separately
 * can be one split again. A frame is forgotten when all lanes that entered it have returned, so
 * that the many chains of a function that calls itself are not all kept.
 */
final class Frame {
  final int returnPc;
  final @Nullable Frame caller;

  private final List<Frame> callees = new ArrayList<>(0);

  /** Lanes that have entered it and have not returned. */
  private long inside;

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

  /** The frame of a call by some lanes that returns to {@code back}. */
  Frame callee(int back, long lanes) {
    for (Frame callee : callees) {
      if (callee.returnPc == back) {
        callee.inside |= lanes;
        return callee;
      }
    }
    Frame made = new Frame(back, this);
    made.inside = lanes;
    callees.add(made);
    return made;
  }

  /** Lanes return from the call. */
  void left(long lanes) {
    inside &= ~lanes;
    Frame from = caller;
    if (inside == 0 && from != null) {
      from.callees.remove(this);
    }
  }
}
