package dev.syncopate.check.update;

import dev.syncopate.check.update.LostUpdate.Who;
import dev.syncopate.memory.access.AtomicOp;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/** An element of memory: the latest writes to it, and the latest updates. */
final class Place {
  private static final int KEPT = 16;

  /** A write. */
  static final class Write {
    final Who who;
    final int firstThread;
    final int lane;
    final int pc;

    /** Where the lane stood before, and the node that whoever reads it comes behind. */
    final int time;

    int node;

    /** What is in memory after it; what an addition adds while that is not known. */
    long value;

    boolean known;
    final @Nullable AtomicOp atomic;

    /** Whether another thread's update may undo it: not a weak one, nor one that may fail. */
    boolean counts;

    Write(
        AccessOrder.Standing by, int lane, int pc, int time, int node, @Nullable AtomicOp atomic) {
      this.who = new Who(by.cta, by.firstInCta + lane);
      this.firstThread = by.firstThread;
      this.lane = lane;
      this.pc = pc;
      this.time = time;
      this.node = node;
      this.atomic = atomic;
    }
  }

  /** A store that ended an update, with the read that began it. */
  record Ended(Write store, Reads.Read read) {}

  final long address;
  final int bytes;

  private final @Nullable Write[] writes = new @Nullable Write[KEPT];
  private int next;
  private boolean dropped;
  private int all;
  private boolean mixed;

  private final @Nullable Ended[] updates = new @Nullable Ended[KEPT];
  private int nextUpdate;

  Place(long address, int bytes) {
    this.address = address;
    this.bytes = bytes;
  }

  /** Whether elements of other sizes or addresses overlap it, or share a word with it. */
  boolean mixed() {
    return mixed;
  }

  void mix() {
    mixed = true;
  }

  void add(Write write, AccessOrder order) {
    all = order.join(all, write.node);
    dropped |= writes[next] != null;
    writes[next] = write;
    next = (next + 1) % KEPT;
  }

  /** A write carries more than when it was added. */
  void extend(Write write, int node, AccessOrder order) {
    write.node = order.join(write.node, node);
    all = order.join(all, write.node);
  }

  /** A compare-and-swap has failed. */
  void remove(Write write) {
    for (int i = 0; i < KEPT; i++) {
      if (writes[i] == write) {
        writes[i] = null;
      }
    }
  }

  /** The i-th latest of the writes that are kept, from 0; null for none. */
  private @Nullable Write latest(int i) {
    return writes[Math.floorMod(next - 1 - i, KEPT)];
  }

  /** The node behind the last write; 0 for none. Of memory whose accesses come one by one. */
  int last() {
    for (int i = 0; i < KEPT; i++) {
      Write write = latest(i);
      if (write != null) {
        return write.node;
      }
    }
    return 0;
  }

  /**
   * The node that a read of a value comes behind; of all writes so far where it may be several.
   *
   * @param besides a write that it is not: the reader's own
   */
  int read(long value, @Nullable Write besides) {
    if (mixed) {
      return all;
    }
    boolean unknown = false;
    boolean additions = true;
    for (int i = 0; i < KEPT; i++) {
      Write write = latest(i);
      if (write == null || write == besides) {
        continue;
      }
      if (!write.known) {
        unknown = true;
        additions &= write.atomic == AtomicOp.ADD && write.value != 0;
      } else if (write.value == value && (!unknown || additions)) {
        return write.node; // what has been added since would show
      } else if (unknown) {
        return all;
      }
    }
    return unknown || dropped ? all : 0;
  }

  void ended(Ended update) {
    updates[nextUpdate] = update;
    nextUpdate = (nextUpdate + 1) % KEPT;
  }

  /**
   * The latest write by another thread that may come between the two halves of an update: it is not
   * ordered before the first.
   *
   * @param meetings how often the storing lane has met others
   * @param harmless whether a write loses nothing to the update's
   */
  @Nullable Write between(
      AccessOrder order,
      Write store,
      Reads.Read read,
      int meetings,
      BiPredicate<Ended, Write> harmless) {
    Ended update = new Ended(store, read);
    for (int i = 0; i < KEPT && !mixed; i++) {
      Write write = latest(i);
      if (write != null
          && !harmless.test(update, write)
          && undone(order, write, store, read, meetings)) {
        return write;
      }
    }
    return null;
  }

  private static boolean undone(
      AccessOrder order, Write write, Write store, Reads.Read read, int meetings) {
    boolean knows = write.who.cta() == store.who.cta() && read.meetings() != meetings;
    return write.counts
        && !write.who.equals(store.who)
        && !write.who.equals(read.who())
        && !knows
        && !order.before(write.firstThread, write.lane, write.time, read.node());
  }

  /**
   * The latest update by another thread that is not ordered before a write; null for none.
   *
   * @param harmless as of {@link #between}
   */
  @Nullable Ended undoing(
      AccessOrder order, Write write, int node, BiPredicate<Ended, Write> harmless) {
    for (int i = 0; i < KEPT && !mixed; i++) {
      Ended update = updates[Math.floorMod(nextUpdate - 1 - i, KEPT)];
      if (update != null
          && !harmless.test(update, write)
          && !update.store.who.equals(write.who)
          && !update.read.who().equals(write.who)
          && !order.before(update.store.firstThread, update.store.lane, update.store.time, node)) {
        return update;
      }
    }
    return null;
  }
}
