package dev.syncopate.app.extract;

/**
 * Shape of an outcome that is impossible if the earlier of two accesses is ordered before the later
 * one.
 */
enum ForbiddenShape {
  /** The later one reads what was there before the earlier one wrote. */
  OLD_VALUE("the later access does not see the earlier one"),
  /** The later one, a load that is repeated, reads the new value and then the old one. */
  BACK_AGAIN("a load sees the store, and the same load does not see it afterwards"),
  /** The earlier one reads what the later one writes. */
  FUTURE_VALUE("the earlier access sees what the later one writes"),
  /** What the earlier one writes is there at the end. */
  LATER_LOST(
      "what the earlier access writes is there at the end, and what the later one writes is"
          + " lost"),
  /** A store comes between the read and the write of the later one, a read-modify-write. */
  EARLIER_LOST("the store is lost between the read and the write of the atomic"),
  /** Both, read-modify-writes, read the same. */
  BOTH_SAME("both atomics read the same value: one of them is lost"),
  /** No outcome tells: two strong accesses of too narrow a scope, of which one is no atomic. */
  NONE("");

  private final String sentence;

  ForbiddenShape(String sentence) {
    this.sentence = sentence;
  }

  /** In a clause. */
  String text() {
    return sentence;
  }

  static ForbiddenShape of(TestDraft draft) {
    DraftInstruction earlier = draft.earlier();
    DraftInstruction later = draft.later();
    boolean disconnected = !draft.excerpt().connected();
    boolean strong = earlier.isStrong() && later.isStrong();
    if (earlier.isAtomic() && later.isAtomic()) {
      return BOTH_SAME;
    }
    if (earlier.isAtomic() && later.isStore()) {
      return LATER_LOST;
    }
    if (later.isAtomic() && earlier.isStore()) {
      return disconnected ? EARLIER_LOST : OLD_VALUE;
    }
    if (disconnected && strong) {
      return later.isLoad() && draft.excerpt().polled() ? BACK_AGAIN : NONE;
    }
    return earlier.isLoad() ? FUTURE_VALUE : later.isLoad() ? OLD_VALUE : LATER_LOST;
  }
}
