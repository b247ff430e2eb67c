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
    Frame parent = caller;
    return parent == null ? this : parent;
  }

  /** The frame of a call by some lanes that returns to {@code calleeReturnPc}. */
  Frame callee(int calleeReturnPc, long lanes) {
    for (Frame callee : callees) {
      if (callee.returnPc == calleeReturnPc) {
        callee.inside |= lanes;
        return callee;
      }
    }
    Frame newFrame = new Frame(calleeReturnPc, this);
    newFrame.inside = lanes;
    callees.add(newFrame);
    return newFrame;
  }

  /** Lanes return from the call. */
  void left(long lanes) {
    inside &= ~lanes;
    Frame parent = caller;
    if (inside == 0 && parent != null) {
      parent.callees.remove(this);
    }
  }
}
