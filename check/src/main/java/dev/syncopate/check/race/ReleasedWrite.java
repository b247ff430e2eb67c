package dev.syncopate.check.race;

import dev.syncopate.check.race.graph.SyncGraph;
import dev.syncopate.memory.access.Scope;
import org.jspecify.annotations.Nullable;

/**
 * A strong write to a {@link SyncLocation}, with the releases that a reader of it synchronises with
 * (PTX ISA, "Release and Acquire Patterns", "Observation order").
 */
final class ReleasedWrite {
  /** {@link #wideDomain} when no release is there, and when those of several are. */
  static final int NONE = -1;

  static final int SEVERAL = -2;

  final WarpClock warp;
  final int lane;
  final int pc;

  /** Its scope; null for a weak write, by which no thread synchronises. */
  final @Nullable Scope scope;

  /** Whether it promotes the scope of its readers (remote scope promotion). */
  final boolean remote;

  /** Releases at GPU scope or wider, as a node; the {@link CtaClock#domain} that made them. */
  int wide;

  int wideDomain = NONE;

  /** The {@link CtaClock#cluster} that made those of {@link #wide}, as {@link #wideDomain}. */
  int wideCluster = NONE;

  /**
   * Releases at cluster scope or wider by the writer's cluster; the {@link CtaClock#domain} that
   * made them.
   */
  int nearNode;

  int nearDomain = NONE;

  /** Releases of any scope by the writer's domain. */
  int ownNode;

  /** Whether all of {@link #wide} is at system scope. */
  boolean system;

  /** For {@link FenceScOrder}: the fences before it and before the writes that it has read. */
  int wideFences;

  int anyFences;

  /** Whether it stands for several writes, of which this is the last. */
  boolean several;

  /** The writer's own releases, without those of the writes that it has read. */
  int itsWide;

  int itsNear;
  int itsOwn;

  /** Whether it is of a read-modify-write that releases what it acquires. */
  boolean publishes;

  /** For reports: the writer's latest node then, and its latest fences by scope. */
  final int moment;

  final int anyFence;
  final int nearFence;
  final int wideFence;

  /** Whether it is of a read-modify-write. */
  boolean update;

  /** Its place among the strong writes of the launch, where {@link HandOvers} looks for some. */
  long number;

  /** What is behind it if every strong write released to all its readers: a node of that order. */
  int node;

  /** The latest node of that order before it. */
  int time;

  /** The last strong read that is known to have returned it; null for none so far. */
  @Nullable Seen sighting;

  /** A read: its lane and the latest node of the lane then. */
  record Seen(WarpClock warp, int lane, int moment) {}

  /** What a {@link Listener} knows the write by; null for none. */
  @Nullable Object source;

  ReleasedWrite(WarpClock warp, int lane, int pc, @Nullable Scope scope, boolean remote) {
    this.warp = warp;
    this.lane = lane;
    this.pc = pc;
    this.scope = scope;
    this.remote = remote;
    this.moment = warp.now[lane];
    this.anyFence = warp.anyFence[lane];
    this.nearFence = warp.nearFence[lane];
    this.wideFence = warp.wideFence[lane];
  }

  /** A weak write. */
  ReleasedWrite(WarpClock warp, int lane, int pc) {
    this(warp, lane, pc, null, false);
  }

  /** Whether it and a strong read are morally strong, as far as scopes go (PTX ISA). */
  boolean reaches(CtaClock cta, Scope readScope, boolean readRemote) {
    return scope != null
        && (several || remote || readRemote || (includes(scope, cta) && includes(readScope, cta)));
  }

  /** Whether it carries no releases but its own: it has not read another thread's. */
  boolean ownReleasesOnly;

  /** It carries its own releases alone. */
  void alone() {
    ownReleasesOnly = true;
    wide = itsWide;
    wideDomain = itsWide == 0 ? NONE : warp.cta.domain;
    wideCluster = itsWide == 0 ? NONE : warp.cta.cluster;
    nearNode = itsNear;
    nearDomain = itsNear == 0 ? NONE : warp.cta.domain;
    ownNode = itsOwn;
  }

  /** It carries its own releases alone, with what it has acquired by now if it publishes that. */
  void publish() {
    if (publishes) {
      itsOwn = warp.now[lane];
      itsWide = itsWide == 0 ? 0 : itsOwn;
      itsNear = itsNear == 0 ? 0 : itsOwn;
    }
    alone();
  }

  /** A read-modify-write has read another write: it carries that one's releases as well. */
  void continues(ReleasedWrite previous, SyncGraph graph) {
    if (scope == null || !previous.reaches(warp.cta, scope, remote)) {
      return;
    }
    ownReleasesOnly = previous.wide == 0 && previous.nearNode == 0 && previous.ownNode == 0;
    wide = graph.join(itsWide, previous.wide);
    wideDomain = both(itsWide, warp.cta.domain, previous.wideDomain);
    wideCluster = both(itsWide, warp.cta.cluster, previous.wideCluster);
    boolean sameDomain = previous.warp.cta.domain == warp.cta.domain;
    boolean sameCluster = previous.warp.cta.cluster == warp.cta.cluster;
    nearNode = sameCluster ? graph.join(itsNear, previous.nearNode) : itsNear;
    nearDomain =
        sameCluster
            ? both(itsNear, warp.cta.domain, previous.nearDomain)
            : both(itsNear, warp.cta.domain, NONE);
    ownNode = sameDomain ? graph.join(itsOwn, previous.ownNode) : itsOwn;
    if (publishes && sameDomain && itsNear != 0) {
      nearNode = graph.join(nearNode, previous.ownNode);
    }
    if (publishes && itsWide != 0) {
      wide = graph.join(wide, sameDomain ? previous.ownNode : 0);
      wide = graph.join(wide, sameCluster ? previous.nearNode : 0);
    }
    system &= previous.wideDomain == NONE || previous.system;
  }

  /** Who made the releases of this and of a previous write. */
  private static int both(int release, int ownMaker, int previousMaker) {
    return previousMaker == NONE
        ? release == 0 ? NONE : ownMaker
        : release == 0 || previousMaker == ownMaker ? previousMaker : SEVERAL;
  }

  /** Its thread's latest release or fence that a reader of it could synchronise with. */
  int latestFor(CtaClock reader) {
    return reader.cluster == warp.cta.cluster
        ? Math.max(itsNear, nearFence)
        : Math.max(itsWide, wideFence);
  }

  /** Whether a fence of that scope by a reader could synchronise with it. */
  boolean isCovered(Scope fenceScope, CtaClock reader) {
    return fenceScope.compareTo(Scope.GPU) >= 0
        || (fenceScope == Scope.CLUSTER && reader.cluster == warp.cta.cluster);
  }

  private boolean includes(Scope operationScope, CtaClock cta) {
    return switch (operationScope) {
      case CTA -> warp.cta.domain == cta.domain;
      case CLUSTER -> warp.cta.cluster == cta.cluster || warp.cta.domain == cta.domain;
      case GPU -> warp.cta.gpu == cta.gpu;
      case SYS -> true;
    };
  }

  /** Whether a thread, and it alone, wrote it. */
  boolean by(WarpClock otherWarp, int otherLane) {
    return !several && warp == otherWarp && lane == otherLane;
  }
}
