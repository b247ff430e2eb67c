package dev.syncopate.model.explore.search;

import dev.syncopate.model.explore.machine.Machine;
import dev.syncopate.model.explore.machine.ScheduleChoice;
import dev.syncopate.model.explore.table.ExploredStates;
import dev.syncopate.model.explore.table.QueueTable;
import dev.syncopate.model.explore.table.RowLayout;
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
  private final ExploredStates table;

  /** By channel: its contents, and the part that receives them. */
  private final QueueTable[] queues;

  private final int[] receivers;
  private final int width;

  /** How rows are packed, and by word the bits of channels. */
  private RowLayout layout;

  private long[] channelBits = {};

  /** The state that follows, while it is visited; a caller that keeps it must copy it. */
  long[] next = {};

  /** Whether a number has had no room in {@link #next} in this walk. */
  private boolean exceeded;

  /**
   * @param table of the states, by whose layout rows are packed
   */
  SuccessorWalk(Machine machine, PartMemo[] parts, ExploredStates table) {
    this.parts = parts;
    this.table = table;
    receivers = new int[machine.channels().count()];
    queues = new QueueTable[receivers.length];
    for (int i = 0; i < receivers.length; i++) {
      receivers[i] = machine.channels().to(i).number();
      queues[i] = new QueueTable();
    }
    width = parts.length + receivers.length;
    layout = adopted();
  }

  private SuccessorWalk(SuccessorWalk original) {
    parts = original.parts;
    table = original.table;
    queues = original.queues;
    receivers = original.receivers;
    width = original.width;
    layout = adopted();
  }

  /** Takes on the layout of the table. */
  private RowLayout adopted() {
    RowLayout current = table.layout();
    next = new long[current.words()];
    channelBits = new long[current.words()];
    for (int place = parts.length; place < width; place++) {
      channelBits[current.word(place)] |= current.field(place);
    }
    return current;
  }

  /** Another one, for use within a walk, or by another thread. */
  SuccessorWalk again() {
    return new SuccessorWalk(this);
  }

  /** Numbers of a row. */
  int width() {
    return width;
  }

  /** How many numbers each place of a row has had. */
  private int[] counts() {
    int[] counts = new int[parts.length + queues.length];
    for (int part = 0; part < parts.length; part++) {
      counts[part] = parts[part].states();
    }
    for (int channel = 0; channel < queues.length; channel++) {
      counts[parts.length + channel] = queues[channel].size();
    }
    return counts;
  }

  /** Whether a number has had no room in this walk, and what follows by it was left out. */
  boolean exceeded() {
    return exceeded;
  }

  /** Makes room in the table for the numbers there are. */
  void widen() {
    table.pack(table.layout().widened(counts()));
  }

  /** Visits everything that can happen in a state, what fails included. */
  boolean walk(long[] row, Visitor visitor) {
    return walk(row, PartSets.ALL, visitor);
  }

  /**
   * Visits what can happen to some parts, in bits.
   *
   * @return false where the visitor ended the walk, or a number has no room in a row: then what
   *     follows by it is left out
   */
  boolean walk(long[] row, int partMask, Visitor visitor) {
    if (table.layout() != layout) {
      layout = adopted();
    }
    exceeded = false;
    System.arraycopy(row, 0, next, 0, next.length);
    for (int part = 0; part < parts.length; part++) {
      if (!PartSets.has(partMask, part)) {
        continue;
      }
      PartMemo.Events events = parts[part].events(layout.get(row, part));
      int[] codes = events.codes();
      Transition[] transitions = events.transitions();
      for (int i = 0; i < codes.length; i++) {
        if (transitions[i].happens() && !visit(row, part, codes[i], -1, transitions[i], visitor)) {
          return false;
        }
      }
    }
    return arrivals(row, partMask, visitor);
  }

  /** Visits the arrivals of the first message of each channel that has any. */
  private boolean arrivals(long[] row, int partMask, Visitor visitor) {
    for (int word = 0; word < channelBits.length; word++) {
      long full = row[word] & channelBits[word];
      while (full != 0) {
        int place = layout.place(word, Long.numberOfTrailingZeros(full));
        full &= ~layout.field(place);
        int channel = place - parts.length;
        int part = receivers[channel];
        if (PartSets.has(partMask, part)) {
          int message = queues[channel].head(layout.get(row, place));
          Transition transition = parts[part].deliver(layout.get(row, part), message);
          if (transition.happens() && !visit(row, part, 0, channel, transition, visitor)) {
            return false;
          }
        }
      }
    }
    return !exceeded;
  }

  private boolean visit(
      long[] row, int part, int event, int channel, Transition transition, Visitor visitor) {
    boolean fits = true;
    if (transition.target() != Transition.FAILS) {
      fits = set(part, transition.target());
      if (channel >= 0 && !transition.keeps()) {
        int place = parts.length + channel;
        fits &= set(place, queues[channel].tail(layout.get(next, place)));
      }
      int[] sends = transition.sends();
      for (int i = 0; i < sends.length; i += 2) {
        int place = parts.length + sends[i];
        fits &= set(place, queues[sends[i]].push(layout.get(next, place), sends[i + 1]));
      }
    }
    boolean goOn = !fits || visitor.follows(part, event, channel, transition);
    for (int word = 0; word < next.length; word++) {
      next[word] = row[word];
    }
    return goOn;
  }

  private boolean set(int place, int number) {
    if (!layout.fits(place, number)) {
      exceeded = true;
      return false;
    }
    layout.set(next, place, number);
    return true;
  }

  /** The choice by which a state is first reached from another. */
  ScheduleChoice choice(long[] sourceRow, long[] targetRow) {
    ScheduleChoice[] result = new ScheduleChoice[1];
    boolean _ =
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
