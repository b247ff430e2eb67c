package dev.syncopate.model.explore.search;

import dev.syncopate.model.explore.machine.Machine;
import dev.syncopate.model.explore.machine.ScheduleChoice;
import dev.syncopate.model.explore.table.ExploredStates;
import dev.syncopate.model.explore.table.QueueTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Walks the states that follow one. A row holds the number of each part's state, then that of each
 * channel's queue.
 */
final class SuccessorWalk {
  /**
   * Who is told of each thing that can happen; {@link SuccessorWalk#next} is the state after it.
   */
  interface Visitor {
    /**
     * @param channel by which a message arrives, or -1
     * @return whether to go on
     */
    boolean follows(int part, int event, int channel, Transition transition);
  }

  private final PartMemo[] parts;
  private final QueueTable queues;
  private final int[] receivers;
  private final int width;

  /** The state that follows, while it is visited; a caller that keeps it must copy it. */
  final int[] next;

  private long rowHash;
  private long hash;

  /** What makes {@link #next} differ from the state it follows: to be undone in reverse order. */
  private int[] changedPlaces = new int[16];

  private int[] changedFrom = new int[16];
  private int changes;

  SuccessorWalk(Machine machine, PartMemo[] parts, QueueTable queues) {
    this.parts = parts;
    this.queues = queues;
    receivers = new int[machine.channels().count()];
    for (int i = 0; i < receivers.length; i++) {
      receivers[i] = machine.channels().to(i).number();
    }
    width = parts.length + receivers.length;
    next = new int[width];
  }

  private SuccessorWalk(SuccessorWalk original) {
    parts = original.parts;
    queues = original.queues;
    receivers = original.receivers;
    width = original.width;
    next = new int[width];
  }

  /** Another one, for use within a walk, or by another thread. */
  SuccessorWalk again() {
    return new SuccessorWalk(this);
  }

  int width() {
    return width;
  }

  /** Visits everything that can happen in a state, what fails included. */
  void walk(int[] row, Visitor visitor) {
    walk(row, PartSets.ALL, visitor);
  }

  /** Visits what can happen to some parts, in bits. */
  void walk(int[] row, int partMask, Visitor visitor) {
    System.arraycopy(row, 0, next, 0, width);
    rowHash = ExploredStates.hash(row);
    for (int part = 0; part < parts.length; part++) {
      if (!PartSets.has(partMask, part)) {
        continue;
      }
      PartMemo.Events events = parts[part].events(row[part]);
      for (int i = 0; i < events.codes().length; i++) {
        if (!visit(part, events.codes()[i], -1, events.transitions()[i], visitor)) {
          return;
        }
      }
    }
    for (int channel = 0; channel < receivers.length; channel++) {
      int queue = row[parts.length + channel];
      int part = receivers[channel];
      if (queue != QueueTable.EMPTY && PartSets.has(partMask, part)) {
        Transition transition = parts[part].deliver(row[part], queues.head(queue));
        if (!visit(part, 0, channel, transition, visitor)) {
          return;
        }
      }
    }
  }

  private boolean visit(int part, int event, int channel, Transition transition, Visitor visitor) {
    int target = transition.target();
    if (!transition.happens()) {
      return true;
    }
    hash = rowHash;
    changes = 0;
    if (target != Transition.FAILS) {
      set(part, target);
      if (channel >= 0 && !transition.keeps()) {
        set(parts.length + channel, queues.tail(next[parts.length + channel]));
      }
      int[] sends = transition.sends();
      for (int i = 0; i < sends.length; i += 2) {
        int queueIndex = parts.length + sends[i];
        set(queueIndex, queues.push(next[queueIndex], sends[i + 1]));
      }
    }
    boolean goOn = visitor.follows(part, event, channel, transition);
    while (changes > 0) {
      changes--;
      next[changedPlaces[changes]] = changedFrom[changes];
    }
    return goOn;
  }

  private void set(int place, int number) {
    if (changes == changedPlaces.length) {
      changedPlaces = Arrays.copyOf(changedPlaces, 2 * changes);
      changedFrom = Arrays.copyOf(changedFrom, 2 * changes);
    }
    changedPlaces[changes] = place;
    changedFrom[changes++] = next[place];
    hash += ExploredStates.hash(place, number) - ExploredStates.hash(place, next[place]);
    next[place] = number;
  }

  /** The hash of {@link #next}. */
  long hash() {
    return hash;
  }

  /** The choice by which a state is first reached from another. */
  ScheduleChoice choice(int[] sourceRow, int[] targetRow) {
    ScheduleChoice[] result = new ScheduleChoice[1];
    walk(
        sourceRow,
        (part, event, channel, transition) -> {
          boolean matches =
              transition.target() != Transition.FAILS && Arrays.equals(next, targetRow);
          if (matches) {
            result[0] = new ScheduleChoice(part, event, channel);
          }
          return !matches;
        });
    if (result[0] == null) {
      throw new IllegalStateException("a state does not follow from the one it was reached from");
    }
    return result[0];
  }

  /** The parts that do something in a state that leaves it what it is. */
  List<Integer> spinning(int[] row) {
    List<Integer> spinning = new ArrayList<>();
    for (int part = 0; part < parts.length; part++) {
      for (Transition transition : parts[part].events(row[part]).transitions()) {
        if (transition.target() == Transition.SPINS) {
          spinning.add(part);
          break;
        }
      }
    }
    return spinning;
  }

  /** Whether nothing is left to do in a state. */
  boolean finished(int[] row) {
    for (int part = 0; part < parts.length; part++) {
      if (!parts[part].finished(row[part])) {
        return false;
      }
    }
    for (int channel = parts.length; channel < width; channel++) {
      if (row[channel] != QueueTable.EMPTY) {
        return false;
      }
    }
    return true;
  }
}
