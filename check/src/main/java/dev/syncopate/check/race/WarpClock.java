package dev.syncopate.check.race;

import dev.syncopate.check.race.graph.SyncGraph;
import dev.syncopate.memory.access.Scope;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Position of a warp's threads in the {@link SyncGraph}. Nodes, by lane. */
final class WarpClock {
  final CtaClock cta;

  /** Thread of lane 0, counted over the grid by whole warps. */
  final int firstThread;

  /** Lanes that have a thread. */
  final long lanes;

  /** The latest node of each lane. */
  final int[] now;

  /** What each lane has synchronised with last; 0 for nothing. */
  final int[] taken;

  /**
   * Each lane's latest fence that releases at GPU scope or wider, at cluster scope or wider, and of
   * any scope; 0 for none.
   */
  final int[] wideFence;

  final int[] nearFence;
  final int[] anyFence;

  /**
   * What strong reads have seen of releases, for a fence that acquires later. Releases at GPU scope
   * or wider count, those at cluster scope or wider in the own cluster, and those of any scope in
   * the own CTA.
   */
  final int[] wideSeen;

  final int[] nearSeen;
  final int[] ownSeen;

  /**
   * Where each lane's last strong read was that has seen a release without acquiring it, and what
   * it has seen there: an acquire read of the same place makes it good. Null for no such read.
   */
  private @Nullable SyncLocation @Nullable [] seenPlace;

  private int[] ownSeenThere = NOBODY;
  private int[] nearSeenThere = NOBODY;
  private int[] wideSeenThere = NOBODY;
  private static final int[] NOBODY = {};

  /** Lanes that have accessed memory since the CTA's last barrier of all threads. */
  long accessed;

  /** Lanes that have accessed memory since they last met others of the warp. */
  long dirty;

  /** Lanes with incomplete operations, and by lane the lanes that they have met since. */
  private long pending;

  private final long[] met;

  /** The last node at which all lanes met. */
  int floor;

  /** Synchronisation that was missed lately, for the reports; null for none. */
  @Nullable Missed missed;

  /** By lane, for {@link HandOvers}; null where it looks for nothing. */
  HandOvers.@Nullable Knowledge knowledge;

  /** What it copies asynchronously; null for nothing so far. */
  AsynchronousCopies.@Nullable Agent agent;

  /** What it copies in bulk; null for nothing so far. */
  BulkCopies.@Nullable Agents bulk;

  /** What it initialises, where a fence may release that; null for nothing so far. */
  Initialisations.@Nullable Agent initialiser;

  /** {@link #owner} of what is behind no thread's accesses by program order alone. */
  static final int NO_OWNER = -1;

  /**
   * The thread of lane 0 behind whose accesses a lane is by program order. It is the warp's own;
   * for asynchronous copies, which have no order among each other, it is the thread that has asked
   * for them.
   */
  final int owner;

  WarpClock(CtaClock cta, int firstThread, long lanes, int width) {
    this(cta, firstThread, firstThread, lanes, width);
  }

  WarpClock(CtaClock cta, int firstThread, int owner, long lanes, int width) {
    this.cta = cta;
    this.owner = owner;
    this.firstThread = firstThread;
    this.lanes = lanes;
    this.now = new int[width];
    this.taken = new int[width];
    this.met = new long[width];
    this.wideFence = new int[width];
    this.nearFence = new int[width];
    this.anyFence = new int[width];
    this.wideSeen = new int[width];
    this.nearSeen = new int[width];
    this.ownSeen = new int[width];
  }

  /** Lanes have issued what will put them behind others when it is complete. */
  void await(long laneMask) {
    pending |= laneMask;
    for (long rest = laneMask; rest != 0; rest &= rest - 1) {
      met[Long.numberOfTrailingZeros(rest)] = 0;
    }
  }

  /** Lanes meet, which a warp does not put off until its accesses are complete. */
  void meet(long laneMask) {
    for (long rest = pending; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      if (((met[lane] | 1L << lane) & laneMask) != 0) {
        met[lane] |= laneMask;
      }
    }
  }

  /** What lanes have issued is complete: who has met them since is behind them, too. */
  void complete(long laneMask, SyncGraph graph) {
    pending &= ~laneMask;
    for (long rest = laneMask; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      for (long otherLanes = met[lane] & ~(1L << lane);
          otherLanes != 0;
          otherLanes &= otherLanes - 1) {
        int otherLane = Long.numberOfTrailingZeros(otherLanes);
        now[otherLane] =
            graph.lanes(
                firstThread, 1L << otherLane, graph.pc(now[otherLane]), now[otherLane], now[lane]);
      }
      met[lane] = 0;
    }
  }

  /** A lane's strong read of a place has seen releases, and has not acquired them. */
  void seen(int lane, SyncLocation location, int ownNode, int nearNode, int wide, SyncGraph graph) {
    if (seenPlace == null) {
      seenPlace = new @Nullable SyncLocation[now.length];
      ownSeenThere = new int[now.length];
      nearSeenThere = new int[now.length];
      wideSeenThere = new int[now.length];
    }
    boolean again = seenPlace[lane] == location;
    seenPlace[lane] = location;
    ownSeenThere[lane] = again ? graph.merge(ownSeenThere[lane], ownNode) : ownNode;
    nearSeenThere[lane] = again ? graph.merge(nearSeenThere[lane], nearNode) : nearNode;
    wideSeenThere[lane] = again ? graph.merge(wideSeenThere[lane], wide) : wide;
  }

  /** The releases that a lane's strong reads of a place have seen, as a node; 0 for none. */
  int seenAt(int lane, SyncLocation location, Scope scope, SyncGraph graph) {
    if (seenPlace == null || seenPlace[lane] != location) {
      return 0;
    }
    int node = ownSeenThere[lane];
    if (scope != Scope.CTA) {
      node = graph.merge(node, nearSeenThere[lane]);
    }
    return scope.compareTo(Scope.GPU) >= 0 ? graph.merge(node, wideSeenThere[lane]) : node;
  }

  /** Lanes have come to a node. */
  void advance(long laneMask, int node) {
    if (laneMask == lanes) {
      Arrays.fill(now, node);
      return;
    }
    for (long rest = laneMask; rest != 0; rest &= rest - 1) {
      now[Long.numberOfTrailingZeros(rest)] = node;
    }
  }

  /** Lanes' fence has acquired what they have read: noted with what they have missed. */
  void fenced(int lane, int pc, Scope scope) {
    for (Missed entry = missed; entry != null; entry = entry.next) {
      boolean wide = entry.written.isCovered(scope, cta);
      if (entry.lane == lane && (entry.fence < 0 || (wide && !entry.wide))) {
        entry.fence = pc;
        entry.wide = wide;
      }
    }
  }

  /**
   * A strong read that has read another thread's strong write without synchronising with it: what
   * could have ordered the two threads.
   */
  static final class Missed {
    private static final int KEPT = 8;

    final ReleasedWrite written;

    /** The lane that read, and by which instruction. */
    final int lane;

    final int pc;

    /** The one before, of the same warp; only a few are kept. */
    final @Nullable Missed next;

    /** The lane's fence behind the read; -1 for none. Whether its scope includes the writer. */
    int fence = -1;

    boolean wide;

    private Missed(ReleasedWrite written, int lane, int pc, @Nullable Missed next) {
      this.written = written;
      this.lane = lane;
      this.pc = pc;
      this.next = next;
    }

    /** Puts a missed synchronisation in front of others. */
    static Missed before(ReleasedWrite written, int lane, int pc, @Nullable Missed rest) {
      if (rest != null
          && rest.pc == pc
          && rest.lane == lane
          && rest.written.pc == written.pc
          && rest.written.warp == written.warp) {
        return rest;
      }
      return new Missed(written, lane, pc, shortened(rest, KEPT - 1));
    }

    /** The same of an arrival at an mbarrier, each of which counts. */
    static Missed arrival(ReleasedWrite written, int lane, int pc, @Nullable Missed rest) {
      return new Missed(written, lane, pc, shortened(rest, KEPT - 1));
    }

    private static @Nullable Missed shortened(@Nullable Missed list, int length) {
      if (list == null || length == 0) {
        return null;
      }
      Missed copy = new Missed(list.written, list.lane, list.pc, shortened(list.next, length - 1));
      copy.fence = list.fence;
      copy.wide = list.wide;
      return copy;
    }
  }
}
