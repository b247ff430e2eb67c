package dev.syncopate.model.explore.search;

import dev.syncopate.model.explore.machine.ExploredChannels;
import dev.syncopate.model.explore.machine.Machine;
import dev.syncopate.model.explore.table.QueueTable;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * Chooses parts that may go on alone while the others wait. The steps of two parts commute, except
 * that one part may send what the other receives. So a set of parts suffices if no step of the
 * other parts can put a message into an empty channel to the set. Messages that are already in a
 * channel are taken by the set itself (persistent sets, Godefroid 1996, chapter 4).
 */
final class PersistentSets {
  private final PartMemo[] memos;
  private final int parts;
  private final int allParts;

  /** By part: the channels to it, and the parts they come from. */
  private final int[][] inputs;

  private final int[][] senders;

  /** Of the state that is looked at: the parts that can do something. */
  private int active;

  /** By part: those that may send it something, before it sends any more, into an empty channel. */
  private final int[] disturbing;

  /** By part: those that it may send something, before they send any more. */
  private final int[] receivers;

  PersistentSets(Machine machine, PartMemo[] memos) {
    this(memos, inputs(machine), channel -> machine.channels().from(channel).number());
  }

  /**
   * @param inputs by part: the channels to it
   * @param sender tells the part that a channel comes from
   */
  PersistentSets(PartMemo[] memos, int[][] inputs, IntUnaryOperator sender) {
    this.memos = memos;
    this.inputs = inputs;
    parts = memos.length;
    allParts = (int) ((1L << parts) - 1);
    senders = new int[parts][];
    disturbing = new int[parts];
    receivers = new int[parts];
    for (int part = 0; part < parts; part++) {
      senders[part] = IntStream.of(inputs[part]).map(sender).toArray();
    }
  }

  private static int[][] inputs(Machine machine) {
    ExploredChannels channels = machine.channels();
    return machine.parts().stream()
        .map(part -> IntStream.of(channels.into(part.node())).filter(machine::mayCarry).toArray())
        .toArray(int[][]::new);
  }

  /** Some of the parts that can do something, or all of them. */
  int choose(int[] row) {
    look(row);
    int best = allParts;
    int fewest = Integer.bitCount(active);
    for (int part = parts - 1; part >= 0 && fewest > 1; part--) {
      if (PartSets.has(active, part)) {
        int set = closed(PartSets.of(part));
        int count = Integer.bitCount(set & active);
        if (count < fewest) {
          fewest = count;
          best = set;
        }
      }
    }
    return best;
  }

  private void look(int[] row) {
    active = 0;
    Arrays.fill(receivers, 0);
    for (int part = 0; part < parts; part++) {
      int state = row[part];
      int expected = memos[part].expected(state);
      boolean acts = memos[part].events(state).anyHappens();
      disturbing[part] = 0;
      for (int i = 0; i < inputs[part].length; i++) {
        int sender = senders[part][i];
        boolean empty = row[parts + inputs[part][i]] == QueueTable.EMPTY;
        acts |= !empty;
        if (PartSets.has(expected, sender)) {
          receivers[sender] |= PartSets.of(part);
          disturbing[part] |= empty ? PartSets.of(sender) : 0;
        }
      }
      active |= acts ? PartSets.of(part) : 0;
    }
  }

  /** The least set with a part that will do. */
  private int closed(int seed) {
    int set = seed;
    for (int added = seed; added != 0; set |= added) {
      added = union(disturbing, set) & moving(set) & ~set;
    }
    return set;
  }

  /** Those that can do something, now or later, while none of a set does. */
  private int moving(int set) {
    int moving = active & ~set;
    for (int reached = moving; reached != 0; ) {
      reached = union(receivers, reached) & ~(moving | set);
      moving |= reached;
    }
    return moving;
  }

  private static int union(int[] sets, int partMask) {
    int union = 0;
    for (int remaining = partMask; remaining != 0; remaining &= remaining - 1) {
      union |= sets[Integer.numberOfTrailingZeros(remaining)];
    }
    return union;
  }
}
