package dev.syncopate.model.explore.transaction;

import dev.syncopate.memory.transaction.TransactionUnit;
import dev.syncopate.memory.transaction.WavefrontState;
import dev.syncopate.model.litmus.LitmusInstruction;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Possible next steps of lanes in a state: each alone, and those of a warp together that do the
 * same.
 */
final class NextSteps {
  private static final LaneStep.Kind[] KINDS = LaneStep.Kind.values();

  private final LaneState[] lanes;
  private final int[][] places;
  private final TransactionUnit unit;
  private final long heldWarps;

  /**
   * @param places by warp and lane, which of the lanes it is
   * @param heldWarps warps that wait at {@code tx.begin}, as bits
   */
  NextSteps(LaneState[] lanes, int[][] places, TransactionUnit unit, long heldWarps) {
    this.lanes = lanes;
    this.places = places;
    this.unit = unit;
    this.heldWarps = heldWarps;
  }

  List<LaneStep> all() {
    List<LaneStep> steps = new ArrayList<>();
    for (int warp = 0; warp < places.length; warp++) {
      if (unit.doomed(warp) != 0) {
        steps.add(new LaneStep(LaneStep.Kind.STOP, warp, unit.doomed(warp)));
      }
      long[] ready = new long[KINDS.length];
      for (int lane = 0; lane < places[warp].length; lane++) {
        LaneStep.Kind kind = next(warp, lane);
        if (kind != null) {
          ready[number(kind)] |= 1L << lane;
        }
      }
      for (LaneStep.Kind kind : KINDS) {
        long readyLanes = ready[number(kind)];
        boolean isJoint = kind == LaneStep.Kind.BEGIN && unit.retrying(warp) != 0;
        for (long laneMask = readyLanes;
            laneMask != 0;
            laneMask = isJoint ? 0 : laneMask - 1 & readyLanes) {
          if (kind != LaneStep.Kind.BARRIER || Long.bitCount(laneMask) == 1) {
            steps.add(new LaneStep(kind, warp, laneMask));
          }
        }
      }
    }
    return steps;
  }

  @SuppressWarnings("EnumOrdinal") // an index that lives no longer than the call
  private static int number(LaneStep.Kind kind) {
    return kind.ordinal();
  }

  /** What a lane does next, or null where it can do nothing. */
  private LaneStep.@Nullable Kind next(int warp, int lane) {
    LaneState state = lanes[places[warp][lane]];
    long bit = 1L << lane;
    if (state.finished() || state.committed || state.waits) {
      return null;
    }
    boolean inside = (unit.running(warp) & bit) != 0;
    boolean givenUp = (unit.outside(warp) & bit) != 0;
    boolean isHeld = (heldWarps >>> warp & 1) != 0;
    if (!inside && !givenUp && (unit.pending(warp) & bit) != 0) {
      return (unit.retrying(warp) & bit) != 0 && !isHeld ? LaneStep.Kind.BEGIN : null;
    }
    return switch (state.instruction()) {
      case LitmusInstruction.Begin _ ->
          inside || givenUp
              ? LaneStep.Kind.NESTED_BEGIN
              : isHeld || unit.state(warp) != WavefrontState.OUTSIDE ? null : LaneStep.Kind.BEGIN;
      case LitmusInstruction.Commit _ -> LaneStep.Kind.COMMIT;
      case LitmusInstruction.Load _ -> inside ? LaneStep.Kind.LOAD : LaneStep.Kind.PLAIN_LOAD;
      case LitmusInstruction.Store _ -> inside ? LaneStep.Kind.STORE : LaneStep.Kind.PLAIN_STORE;
      case LitmusInstruction.Atomic _ -> inside ? LaneStep.Kind.ATOMIC : LaneStep.Kind.PLAIN_ATOMIC;
      case LitmusInstruction.Barrier _ -> LaneStep.Kind.BARRIER;
      default -> throw new IllegalStateException(state.text() + " is no step");
    };
  }
}
