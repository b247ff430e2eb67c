package dev.syncopate.check.race;

import dev.syncopate.check.race.graph.SyncGraph;
import dev.syncopate.machine.warp.Cta;
import java.util.ArrayDeque;

/** Position of a CTA's threads in the {@link SyncGraph}, and their accesses to its memory. */
final class CtaClock {
  /** Its number in the grid. */
  final int index;

  /** The GPU that it runs on: what {@code .gpu} scope takes in. */
  final int gpu;

  /**
   * What {@code .cta} scope takes in: CTAs of the same number. It is the CTA's own, or that of its
   * compute unit.
   */
  final int domain;

  /** What {@code .cluster} scope takes in: CTAs of the same number. A CTA alone is a cluster. */
  final int cluster;

  /** Whether it is the only CTA of its cluster. */
  final boolean solitary;

  final WarpClock[] warps;

  /** Thread of its first lane, and how many there are, counted by whole warps. */
  final int firstThread;

  final int threads;

  /** Its last barrier of all threads: what its threads did before that is ordered for all. */
  int floor;

  /** Flags that its threads have read, the latest first, for {@link HandOvers}. */
  final ArrayDeque<HandOvers.FlagRead> flags = new ArrayDeque<>();

  /** Its {@code fence.sc}, the latest first, for {@link FenceScOrder}. */
  final ArrayDeque<FenceScOrder.Moment> fences = new ArrayDeque<>();

  /** The committed transactions of the CTA so far. */
  int committed;

  /** Accesses to its shared memory by bulk copies, and by other CTAs of the cluster. */
  LateAccesses lateAccesses = new LateAccesses();

  ShadowAccesses shared = new ShadowAccesses();
  SyncLocation.Locations locations = new SyncLocation.Locations();

  CtaClock(Cta cta, int gpu, int domain, int width, int blockThreads) {
    this.index = (int) cta.index;
    this.domain = domain;
    this.gpu = gpu;
    this.solitary = cta.cluster == null;
    this.cluster = cta.cluster == null ? index : (int) cta.cluster.number();
    this.threads = cta.warps.length * width;
    this.firstThread = index * threads;
    this.warps = new WarpClock[cta.warps.length];
    for (int i = 0; i < warps.length; i++) {
      int present = Math.min(blockThreads - i * width, width);
      long lanes = present == Long.SIZE ? -1L : (1L << present) - 1;
      warps[i] = new WarpClock(this, firstThread + i * width, lanes, width);
    }
  }

  /** It has ended: nothing will touch its memory again. */
  void left() {
    shared = new ShadowAccesses();
    locations = new SyncLocation.Locations();
    lateAccesses = new LateAccesses();
    flags.clear();
    fences.clear();
  }
}
