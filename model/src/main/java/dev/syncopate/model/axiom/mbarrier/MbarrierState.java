package dev.syncopate.model.axiom.mbarrier;

import org.jspecify.annotations.Nullable;

/**
 * State of an mbarrier (PTX ISA 9, "Contents of the mbarrier object").
 *
 * @param live whether it is initialised
 * @param phase how many phases are complete
 * @param expected arrivals that each phase expects
 * @param pending arrivals that the current phase still needs
 * @param bytes bytes that the current phase still needs; less than 0 where they came before they
 *     were expected
 * @param endSeen whether a wait has seen that the previous phase is complete
 */
record MbarrierState(
    boolean live, int phase, long expected, long pending, long bytes, boolean endSeen) {
  private static final long MOST_BYTES = (1 << 20) - 1;

  static final MbarrierState DEAD = new MbarrierState(false, 0, 0, 0, 0, true);

  static MbarrierState initialised(long count) {
    return new MbarrierState(true, 0, count, count, 0, true);
  }

  /**
   * Result of an operation.
   *
   * @param state the state afterwards
   * @param fault what is undefined; null for nothing
   */
  record Effect(MbarrierState state, @Nullable MbarrierFault fault) {}

  /** What an operation does; null where it cannot come now, as a wait that says something else. */
  @Nullable Effect after(MbarrierOperation operation) {
    if (operation.kind() == MbarrierOperation.Kind.INIT) {
      return live ? fault(MbarrierFault.REINITIALISED) : done(initialised(operation.number()));
    }
    if (!live) {
      return fault(MbarrierFault.NOT_LIVE);
    }
    return switch (operation.kind()) {
      case INIT -> throw new AssertionError();
      case INVAL -> done(DEAD);
      case ARRIVE -> arrived(operation.number(), expected, bytes);
      case ARRIVE_EXPECTING -> arrived(1, expected, bytes + operation.number());
      case DROP -> arrived(operation.number(), expected - operation.number(), bytes);
      case EXPECT -> counted(bytes + operation.number(), false);
      case COMPLETE -> counted(bytes - operation.number(), true);
      case WAIT_TRUE ->
          isComplete(operation)
              ? done(new MbarrierState(true, phase, expected, pending, bytes, true))
              : null;
      case WAIT_FALSE -> isComplete(operation) ? null : done(this);
    };
  }

  /** Whether the phase of a parity is complete: the current one is of the other parity. */
  private boolean isComplete(MbarrierOperation wait) {
    return (phase & 1) != wait.number();
  }

  private Effect arrived(long count, long newExpected, long newBytes) {
    if (!endSeen) {
      return fault(MbarrierFault.UNSEEN_PHASE);
    }
    if (count > pending) {
      return fault(MbarrierFault.OVER_ARRIVAL);
    }
    if (Math.abs(newBytes) > MOST_BYTES || newExpected < 1) {
      return fault(MbarrierFault.OUT_OF_RANGE);
    }
    return done(
        new MbarrierState(true, phase, newExpected, pending - count, newBytes, endSeen).ended());
  }

  private Effect counted(long newBytes, boolean completes) {
    if (Math.abs(newBytes) > MOST_BYTES) {
      return fault(MbarrierFault.OUT_OF_RANGE);
    }
    MbarrierState next = new MbarrierState(true, phase, expected, pending, newBytes, endSeen);
    return done(completes ? next.ended() : next);
  }

  /** The state after the phase, if all that it needs has come. */
  private MbarrierState ended() {
    return pending == 0 && bytes == 0
        ? new MbarrierState(true, phase + 1, expected, expected, 0, false)
        : this;
  }

  private static Effect done(MbarrierState state) {
    return new Effect(state, null);
  }

  private Effect fault(MbarrierFault fault) {
    return new Effect(this, fault);
  }
}
