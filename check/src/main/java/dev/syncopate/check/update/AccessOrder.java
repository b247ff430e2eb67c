package dev.syncopate.check.update;

import dev.syncopate.check.race.graph.SyncGraph;
import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Warp;
import java.util.IdentityHashMap;

/**
 * Order of a launch's accesses if every strong write releases to all its readers, at every scope:
 * more is ordered than the model promises. Accesses that are unordered even so may happen in either
 * order.
 */
final class AccessOrder {
  /** Position of a warp's threads: the latest node of each lane. */
  static final class Standing {
    final int cta;

    /** Thread of lane 0 in the grid, and in the CTA, counted by whole warps. */
    final int firstThread;

    final int firstInCta;
    final int[] now;

    /** How often each lane has met others of its CTA. */
    final int[] meetings;

    private Standing(Warp warp, int warpsOfCta) {
      cta = (int) warp.owner().index;
      firstInCta = warp.indexInCta() * warp.width;
      firstThread = cta * warpsOfCta * warp.width + firstInCta;
      now = new int[warp.width];
      meetings = new int[warp.width];
    }
  }

  private final SyncGraph graph = new SyncGraph();
  private final IdentityHashMap<Warp, Standing> standings = new IdentityHashMap<>();

  /** Whether there was too much to keep: orders are missing from then on. */
  boolean full() {
    return graph.full();
  }

  /** A CTA has moved in. */
  void started(Cta cta) {
    for (Warp warp : cta.warps) {
      standings.put(warp, new Standing(warp, cta.warps.length));
    }
  }

  Standing of(Warp warp) {
    Standing standing = standings.get(warp);
    if (standing == null) {
      throw new IllegalStateException("no CTA has moved into warp slot " + warp.slot);
    }
    return standing;
  }

  /** A lane writes: a reader of it is behind what the lane has done so far. */
  int release(Standing standing, int lane, int pc) {
    int node = graph.lanes(standing.firstThread, 1L << lane, pc, standing.now[lane], 0);
    standing.now[lane] = node;
    return node;
  }

  /** A lane has read what a node stands for. */
  void acquire(Standing standing, int lane, int pc, int node) {
    int now = standing.now[lane];
    if (node != 0 && node != now && !(now > node && graph.joins(now, node))) {
      standing.now[lane] = graph.lanes(standing.firstThread, 1L << lane, pc, now, node);
    }
  }

  int join(int first, int second) {
    return graph.join(first, second);
  }

  /** Whether what a lane did when it stood at {@code time} comes before a node. */
  boolean before(int firstThread, int lane, int time, int node) {
    return graph.before(firstThread, 1L << lane, time, node);
  }

  /** Lanes have met: what they do from now on is behind what all of them did. */
  void meet(Warp[] warps, long[] lanes, int count) {
    int arrivals = 0;
    int last = 0;
    for (int i = 0; i < count; i++) {
      Standing standing = of(warps[i]);
      for (long rest = lanes[i]; rest != 0; rest &= rest - 1) {
        int lane = Long.numberOfTrailingZeros(rest);
        int node = standing.now[lane];
        standing.meetings[lane]++;
        if (node != last) {
          arrivals = graph.join(arrivals, node);
          last = node;
        }
      }
    }
    // A node of each warp covers its lanes; those behind all of these are what the lanes go on
    // from.
    int met = 0;
    for (int i = 0; i < count; i++) {
      met = graph.join(met, graph.lanes(of(warps[i]).firstThread, lanes[i], -1, arrivals, 0));
    }
    for (int i = 0; i < count; i++) {
      Standing standing = of(warps[i]);
      int node = graph.lanes(standing.firstThread, lanes[i], -1, met, 0);
      for (long rest = lanes[i]; rest != 0; rest &= rest - 1) {
        standing.now[Long.numberOfTrailingZeros(rest)] = node;
      }
    }
  }
}
