package dev.syncopate.machine.divergence;

import java.util.Arrays;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/** The control flow of a warp as numbers. Joins and gatherings are numbered as they are met. */
final class ScheduleState {
  private static final long END = -2;

  private final IdentityHashMap<Object, Integer> met = new IdentityHashMap<>();
  private long[] numbers = new long[32];
  private int count;

  ScheduleState(Reconvergence reconvergence) {
    add(reconvergence.live);
    split(
        reconvergence.pc,
        reconvergence.active,
        reconvergence.frame,
        reconvergence.join,
        reconvergence.gathering);
    for (int i = 0; i < reconvergence.otherSplits.count; i++) {
      WarpSplits otherSplits = reconvergence.otherSplits;
      add(
          switch (otherSplits.state[i]) {
            case RUNNABLE -> 0;
            case BLOCKED -> 1;
            case GATHERING -> 2;
          });
      split(
          otherSplits.pc[i],
          otherSplits.lanes[i],
          otherSplits.frame[i],
          otherSplits.join[i],
          otherSplits.gathering[i]);
    }
  }

  long[] numbers() {
    return Arrays.copyOf(numbers, count);
  }

  private void split(
      int pc,
      long lanes,
      CallFrame frame,
      @Nullable ReconvergencePoint innermost,
      @Nullable Gathering gathering) {
    add(pc);
    add(lanes);
    frame(frame);
    for (ReconvergencePoint j = innermost; j != null; j = j.parent) {
      if (isKnown(j)) {
        break;
      }
      add(j.pc);
      add(j.madeAt);
      add(j.awaited);
      add(j.arrived);
      frame(j.frame);
    }
    add(END);
    if (gathering == null) {
      add(END);
    } else if (!isKnown(gathering)) {
      add(gathering.named);
      add(gathering.kind);
      add(gathering.lanes);
    }
  }

  /** Adds the number of what has been met; false for what has not, which has one from now on. */
  private boolean isKnown(Object thing) {
    Integer knownIndex = met.putIfAbsent(thing, met.size());
    add(knownIndex == null ? -1 : knownIndex);
    return knownIndex != null;
  }

  /** Return addresses, innermost first, and the end. */
  private void frame(CallFrame innermost) {
    for (CallFrame f = innermost; !f.isRoot(); f = f.caller()) {
      add(f.returnPc);
    }
    add(END);
  }

  private void add(long number) {
    if (count == numbers.length) {
      numbers = Arrays.copyOf(numbers, 2 * count);
    }
    numbers[count++] = number;
  }
}
