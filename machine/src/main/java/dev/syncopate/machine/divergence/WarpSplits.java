package dev.syncopate.machine.divergence;

import dev.syncopate.machine.divergence.LaneSchedule.State;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The splits of a warp that are not current, oldest first, as parallel arrays: most warps never
 * have one.
 */
final class WarpSplits {
  private static final CallFrame NO_FRAME = CallFrame.root();

  int count;
  int[] pc = new int[4];
  long[] lanes = new long[4];

  @Nullable ReconvergencePoint[] join = new @Nullable ReconvergencePoint[4];
  CallFrame[] frame = {NO_FRAME, NO_FRAME, NO_FRAME, NO_FRAME};
  State[] state = new State[4];

  /** What the split waits for while {@link State#GATHERING}, or may execute now; else null. */
  @Nullable Gathering[] gathering = new @Nullable Gathering[4];

  /** How many are {@link State#GATHERING}. */
  int gatherers;

  void add(
      int atPc,
      long split,
      @Nullable ReconvergencePoint meeting,
      CallFrame splitFrame,
      State doing) {
    if (count == pc.length) {
      int size = 2 * count;
      pc = Arrays.copyOf(pc, size);
      lanes = Arrays.copyOf(lanes, size);
      join = Arrays.copyOf(join, size);
      frame = Arrays.copyOf(frame, size);
      state = Arrays.copyOf(state, size);
      gathering = Arrays.copyOf(gathering, size);
    }
    pc[count] = atPc;
    lanes[count] = split;
    join[count] = meeting;
    frame[count] = splitFrame;
    state[count] = doing;
    gathering[count++] = null;
  }

  void remove(int index) {
    count--;
    int moved = count - index;
    System.arraycopy(pc, index + 1, pc, index, moved);
    System.arraycopy(lanes, index + 1, lanes, index, moved);
    System.arraycopy(join, index + 1, join, index, moved);
    System.arraycopy(frame, index + 1, frame, index, moved);
    System.arraycopy(state, index + 1, state, index, moved);
    System.arraycopy(gathering, index + 1, gathering, index, moved);
    join[count] = null;
    frame[count] = NO_FRAME;
    gathering[count] = null;
  }

  int newestRunnable() {
    int i = count - 1;
    while (i >= 0 && state[i] != State.RUNNABLE) {
      i--;
    }
    return i;
  }

  int oldestRunnable() {
    for (int i = 0; i < count; i++) {
      if (state[i] == State.RUNNABLE) {
        return i;
      }
    }
    return -1;
  }

  /** Blocked splits all of whose lanes are among these may go on. */
  void unblock(long laneMask) {
    for (int i = 0; i < count; i++) {
      if (state[i] == State.BLOCKED && (lanes[i] & ~laneMask) == 0) {
        state[i] = State.RUNNABLE;
      }
    }
  }

  void clear() {
    Arrays.fill(join, null);
    Arrays.fill(frame, NO_FRAME);
    Arrays.fill(gathering, null);
    count = 0;
    gatherers = 0;
  }

  /** A split waits for others. */
  void await(
      int atPc,
      long split,
      @Nullable ReconvergencePoint meeting,
      CallFrame splitFrame,
      Gathering group) {
    add(atPc, split, meeting, splitFrame, State.GATHERING);
    gathering[count - 1] = group;
    gatherers++;
  }

  /** The gathering of lanes that name these lanes in instructions of this kind, or null. */
  @Nullable Gathering gathering(long named, int kind) {
    for (int i = 0; i < count; i++) {
      Gathering group = gathering[i];
      if (state[i] == State.GATHERING
          && group != null
          && group.named == named
          && group.kind == kind) {
        return group;
      }
    }
    return null;
  }

  /** Lets go every gathering whose live lanes have all come. Returns whether there was one. */
  boolean completeGatherings(long live) {
    boolean completed = false;
    for (int i = 0; i < count; i++) {
      Gathering group = gathering[i];
      if (state[i] == State.GATHERING
          && group != null
          && (group.named & live & ~group.lanes) == 0) {
        state[i] = State.RUNNABLE;
        gatherers--;
        completed = true;
      }
    }
    return completed;
  }

  /** Whether two splits may execute one gathering instruction of one call now. */
  boolean together(int i, int k) {
    return gathering[i] != null
        && gathering[i] == gathering[k]
        && state[i] == State.RUNNABLE
        && pc[i] == pc[k]
        && frame[i] == frame[k];
  }
}
