package dev.syncopate.machine.divergence;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Return address of a call, with the caller's frame. Equal call chains of a warp are one frame
 * object, whichever lanes made the calls and when: lanes that entered a function separately can be
 * one split again. A frame is forgotten when all lanes that entered it have returned, so that the
 * many chains of a function that calls itself are not all kept.
 */
final class CallFrame {
  final int returnPc;
  final @Nullable CallFrame caller;

  private final List<CallFrame> callees = new ArrayList<>(0);

  /** Lanes that have entered it and have not returned. */
  private long inside;

  private CallFrame(int returnPc, @Nullable CallFrame caller) {
    this.returnPc = returnPc;
    this.caller = caller;
  }

  /** The frame of no call, under which the kernel's own calls hang. */
  static CallFrame root() {
    return new CallFrame(-1, null);
  }

  boolean isRoot() {
    return caller == null;
  }

  /** The frame that this one was called from. */
  CallFrame caller() {
    CallFrame parent = caller;
    return parent == null ? this : parent;
  }

  /** The frame of a call by some lanes that returns to {@code calleeReturnPc}. */
  CallFrame callee(int calleeReturnPc, long lanes) {
    for (CallFrame callee : callees) {
      if (callee.returnPc == calleeReturnPc) {
        callee.inside |= lanes;
        return callee;
      }
    }
    CallFrame newFrame = new CallFrame(calleeReturnPc, this);
    newFrame.inside = lanes;
    callees.add(newFrame);
    return newFrame;
  }

  /** Lanes return from the call. */
  void left(long lanes) {
    inside &= ~lanes;
    CallFrame parent = caller;
    if (inside == 0 && parent != null) {
      parent.callees.remove(this);
    }
  }
}
