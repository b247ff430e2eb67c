package dev.syncopate.machine.divergence;

import dev.syncopate.machine.divergence.LaneSchedule.State;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The splits of a warp that are not current, oldest first, as parallel arrays: most warps never
 * have one.
 */
final class Splits {
  int count;
  int[] pc = new int[4];
  long[] lanes = new long[4];

  /** Lanes a {@link State#GATHERING} split waits for. */
  long[] wanted = new long[4];

  @Nullable Join[] join = new @Nullable Join[4];
  @Nullable Frame[] frame = new @Nullable Frame[4];
  State[] state = new State[4];

  /** Whether the split may pass the gathering instruction at which it stands. */
  boolean[] gathered = new boolean[4];

  void add(int atPc, long split, @Nullable Join meeting, @Nullable Frame in, State doing) {
    if (count == pc.length) {
      int size = 2 * count;
      pc = Arrays.copyOf(pc, size);
      lanes = Arrays.copyOf(lanes, size);
      wanted = Arrays.copyOf(wanted, size);
      join = Arrays.copyOf(join, size);
      frame = Arrays.copyOf(frame, size);
      state = Arrays.copyOf(state, size);
      gathered = Arrays.copyOf(gathered, size);
    }
    pc[count] = atPc;
    lanes[count] = split;
    wanted[count] = 0;
    join[count] = meeting;
    frame[count] = in;
    state[count] = doing;
    gathered[count++] = false;
  }

  void remove(int index) {
    count--;
    int moved = count - index;
    System.arraycopy(pc, index + 1, pc, index, moved);
    System.arraycopy(lanes, index + 1, lanes, index, moved);
    System.arraycopy(wanted, index + 1, wanted, index, moved);
    System.arraycopy(join, index + 1, join, index, moved);
    System.arraycopy(frame, index + 1, frame, index, moved);
    System.arraycopy(state, index + 1, state, index, moved);
    System.arraycopy(gathered, index + 1, gathered, index, moved);
    join[count] = null;
    frame[count] = null;
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
  void unblock(long which) {
    for (int i = 0; i < count; i++) {
      if (state[i] == State.BLOCKED && (lanes[i] & ~which) == 0) {
        state[i] = State.RUNNABLE;
      }
    }
  }

  /** Lets go every gathering whose live lanes all wait for the same ones. */
  void completeGatherings(long live) {
    for (int i = 0; i < count; i++) {
      if (state[i] == State.GATHERING && (wanted[i] & live & ~waitingFor(wanted[i])) == 0) {
        letGo(wanted[i]);
      }
    }
  }

  private long waitingFor(long mask) {
    long waiting = 0;
    for (int i = 0; i < count; i++) {
      if (state[i] == State.GATHERING && wanted[i] == mask) {
        waiting |= lanes[i];
      }
    }
    return waiting;
  }

  private void letGo(long mask) {
    for (int i = 0; i < count; i++) {
      if (state[i] == State.GATHERING && wanted[i] == mask) {
        state[i] = State.RUNNABLE;
        gathered[i] = true;
      }
    }
  }

  /** Moves lanes of a split that has gathered behind the instruction where it stands. */
  long pass(int i, long part) {
    if (part == lanes[i]) {
      pc[i]++;
      gathered[i] = false;
    } else if (part != 0) {
      lanes[i] &= ~part;
      add(pc[i] + 1, part, join[i], frame[i], State.RUNNABLE);
    }
    return part;
  }

  /** Whether two splits have gathered at one instruction of equal chains of calls. */
  boolean together(int i, int k) {
    return gathered[i] && gathered[k] && pc[i] == pc[k] && Frame.same(frame[i], frame[k]);
  }
}
