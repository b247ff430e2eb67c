package dev.syncopate.check.race;

import dev.syncopate.check.race.graph.SyncGraph;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A place in memory by which threads synchronise, with what the last strong writes to it release. A
 * read of which it is not sure what it has read is taken to have read from all read-modify-writes
 * since the last store: that may order too much, never too little.
 */
final class SyncLocation {
  private static final int KEPT = 8;

  private final @Nullable ReleasedWrite[] ring = new @Nullable ReleasedWrite[KEPT];
  private int next;

  /** All that was written since the last store, as one write; the store included. */
  private @Nullable ReleasedWrite run;

  /** Of an mbarrier object: the write that has ended the last phase; null for none. */
  private @Nullable ReleasedWrite phaseEnd;

  /**
   * Number of strong writes, or for an mbarrier object of phases that have ended; and that number
   * when a thread of the memory's CTA last saw one of them.
   */
  private int steps;

  private int stepsSeen;

  /** Arrivals in the current phase, and in the last one: a few of them, for reports. */
  private List<ReleasedWrite> current = List.of();

  private List<ReleasedWrite> arrivals = List.of();

  /** An mbarrier object has been initialised or made invalid. */
  void reset(ReleasedWrite reset) {
    store(reset);
    phaseEnd = reset;
    current = List.of();
    arrivals = List.of();
  }

  /** The current phase of an mbarrier object has ended by the latest write. */
  void phaseEnds() {
    phaseEnd = latest();
    steps++;
    arrivals = current;
    current = List.of();
  }

  /** A strong write has been performed. */
  void stepped() {
    steps++;
  }

  /** Strong writes so far; of an mbarrier object the phases that have ended. */
  int steps() {
    return steps;
  }

  /** A thread of the memory's CTA has read the last write, or found the last phase over. */
  void seen() {
    stepsSeen = steps;
  }

  /** {@link #steps} when a thread of the memory's CTA last saw one. */
  int stepsSeen() {
    return stepsSeen;
  }

  /** The write that has ended the last phase of an mbarrier object; its reset if none has. */
  @Nullable ReleasedWrite phaseEnd() {
    return phaseEnd;
  }

  /** An arrival in the current phase. */
  void arrived(ReleasedWrite arrival) {
    if (current.isEmpty()) {
      current = new ArrayList<>();
    }
    if (current.size() < KEPT) {
      current.add(arrival);
    }
  }

  /** The first arrivals in the phase that has ended last. */
  List<ReleasedWrite> arrivals() {
    return arrivals;
  }

  /** Adds a store, the latest write. */
  void store(ReleasedWrite store) {
    run = null;
    add(store);
  }

  /** Adds a read-modify-write, of which it is not known yet what it has read. */
  void update(ReleasedWrite update, SyncGraph graph) {
    ReleasedWrite previous = run;
    if (previous == null) {
      previous = latest();
    }
    update.alone();
    if (previous != null) {
      update.continues(previous, graph);
    }
    ReleasedWrite merged =
        new ReleasedWrite(update.warp, update.lane, update.pc, update.scope, update.remote);
    merged.several = true;
    merged.source = update.source;
    merged.system = update.system;
    merged.itsWide = update.wide;
    merged.itsNear = update.nearNode;
    merged.itsOwn = update.ownNode;
    merged.alone();
    merged.wideDomain = update.wideDomain;
    merged.wideCluster = update.wideCluster;
    merged.nearDomain = update.nearDomain;
    run = merged;
    add(update);
  }

  private void add(ReleasedWrite written) {
    ring[next] = written;
    next = next + 1 & KEPT - 1;
  }

  /** The latest write; null if there was none. */
  @Nullable ReleasedWrite latest() {
    return ring[next - 1 & KEPT - 1];
  }

  /** The latest write by a thread among the last ones; null if there was none. */
  @Nullable ReleasedWrite latestBy(WarpClock warp, int lane) {
    for (int i = 1; i <= KEPT; i++) {
      ReleasedWrite written = ring[next - i & KEPT - 1];
      if (written != null && written.by(warp, lane)) {
        return written;
      }
    }
    return null;
  }

  /** A read-modify-write has turned out to write nothing. */
  void remove(ReleasedWrite written) {
    for (int i = 1; i <= KEPT; i++) {
      int index = next - i & KEPT - 1;
      if (ring[index] == written) {
        int last = next - 1 & KEPT - 1;
        for (int later = index; later != last; later = later + 1 & KEPT - 1) {
          ring[later] = ring[later + 1 & KEPT - 1];
        }
        ring[last] = null;
        next = last;
        return;
      }
    }
  }

  /** All that was written since the last store, as one write; null where that is the latest. */
  @Nullable ReleasedWrite run() {
    return run;
  }

  /**
   * A write and, if it is of a read-modify-write, those whose values it has updated, as far as they
   * are kept: back to the store that began with it.
   */
  List<ReleasedWrite> chain(ReleasedWrite last) {
    List<ReleasedWrite> chain = new ArrayList<>(List.of(last));
    boolean reached = false;
    for (int i = 1; i <= KEPT && chain.getLast().update; i++) {
      ReleasedWrite written = ring[next - i & KEPT - 1];
      if (written != null && reached) {
        chain.add(written);
      }
      reached |= written == last;
    }
    return chain;
  }

  /** All that may have been written last, where it is not known: as {@link #chain}. */
  List<ReleasedWrite> candidates() {
    ReleasedWrite latest = latest();
    return latest == null ? List.of() : chain(latest);
  }

  /** The places of a memory by address. */
  static final class Locations {
    private final Map<Long, SyncLocation> byAddress = new HashMap<>();

    boolean isEmpty() {
      return byAddress.isEmpty();
    }

    @Nullable SyncLocation find(long address) {
      return byAddress.get(address);
    }

    SyncLocation at(long address) {
      return byAddress.computeIfAbsent(address, fresh -> new SyncLocation());
    }
  }
}
