package dev.syncopate.check.update;

import dev.syncopate.check.update.LostUpdate.Who;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/** An element of memory: the latest writes to it, and the latest updates. */
final class MemoryElement {
  private static final int KEPT = 16;

  /** A write, and its place in the {@link AccessOrder}. */
  static final class PlacedWrite {
    final Who actor;
    final int firstThread;
    final int lane;
    final int pc;

    /** Where the lane stood before, and the node that its readers come behind. */
    final int time;

    int node;

    /** What is in memory after it, where that is known. */
    long value;

    boolean valueKnown;

    /** Whether another thread's update may undo it: not a weak one, nor one that may fail. */
    boolean counts;

    PlacedWrite(AccessOrder.Standing standing, int lane, int pc, int time, int node) {
      this.actor = new Who(standing.cta, standing.firstInCta + lane);
      this.firstThread = standing.firstThread;
      this.lane = lane;
      this.pc = pc;
      this.time = time;
      this.node = node;
    }
  }

  /** A store that ended an update, with the read that began it. */
  record Ended(PlacedWrite store, LatestReads.Read read) {}

  final long address;
  final int bytes;

  private final @Nullable PlacedWrite[] writes = new @Nullable PlacedWrite[KEPT];
  private int next;
  private int joinedNode;
  private boolean mixed;

  private final @Nullable Ended[] updates = new @Nullable Ended[KEPT];
  private int nextUpdate;

  MemoryElement(long address, int bytes) {
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

  void add(PlacedWrite write, AccessOrder order) {
    joinedNode = order.join(joinedNode, write.node);
    writes[next] = write;
    next = (next + 1) % KEPT;
  }

  /** A write carries more than when it was added. */
  void extend(PlacedWrite write, int node, AccessOrder order) {
    write.node = order.join(write.node, node);
    joinedNode = order.join(joinedNode, write.node);
  }

  /** A compare-and-swap has failed. */
  void remove(PlacedWrite write) {
    for (int i = 0; i < KEPT; i++) {
      if (writes[i] == write) {
        writes[i] = null;
      }
    }
  }

  /** The i-th latest of the writes that are kept, from 0; null for none. */
  private @Nullable PlacedWrite latest(int i) {
    return writes[Math.floorMod(next - 1 - i, KEPT)];
  }

  /** The node behind the last write; 0 for none. Of memory whose accesses come one by one. */
  int last() {
    for (int i = 0; i < KEPT; i++) {
      PlacedWrite write = latest(i);
      if (write != null) {
        return write.node;
      }
    }
    return 0;
  }

  /** The node behind all writes so far. */
  int all() {
    return joinedNode;
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
  @Nullable PlacedWrite between(
      AccessOrder order,
      PlacedWrite store,
      LatestReads.Read read,
      int meetings,
      BiPredicate<Ended, PlacedWrite> harmless) {
    Ended update = new Ended(store, read);
    for (int i = 0; i < KEPT && !mixed; i++) {
      PlacedWrite write = latest(i);
      if (write != null
          && !harmless.test(update, write)
          && undone(order, write, store, read, meetings)) {
        return write;
      }
    }
    return null;
  }

  private static boolean undone(
      AccessOrder order,
      PlacedWrite write,
      PlacedWrite store,
      LatestReads.Read read,
      int meetings) {
    boolean knows = write.actor.cta() == store.actor.cta() && read.meetings() != meetings;
    return write.counts
        && !write.actor.equals(store.actor)
        && !write.actor.equals(read.actor())
        && !knows
        && !order.before(write.firstThread, write.lane, write.time, read.node());
  }

  /**
   * The latest update by another thread that is not ordered before a write; null for none.
   *
   * @param harmless as of {@link #between}
   */
  @Nullable Ended undoing(
      AccessOrder order, PlacedWrite write, int node, BiPredicate<Ended, PlacedWrite> harmless) {
    for (int i = 0; i < KEPT && !mixed; i++) {
      Ended update = updates[Math.floorMod(nextUpdate - 1 - i, KEPT)];
      if (update != null
          && !harmless.test(update, write)
          && !update.store.actor.equals(write.actor)
          && !update.read.actor().equals(write.actor)
          && !order.before(update.store.firstThread, update.store.lane, update.store.time, node)) {
        return update;
      }
    }
    return null;
  }
}
