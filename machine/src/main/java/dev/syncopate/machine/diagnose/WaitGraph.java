package dev.syncopate.machine.diagnose;

import dev.syncopate.machine.barrier.AtBarrier;
import dev.syncopate.machine.diagnose.AwaitedWords.Wrote;
import dev.syncopate.machine.diagnose.Waiter.Why;
import dev.syncopate.machine.status.ClusterStanding;
import dev.syncopate.machine.status.WarpStatus;
import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.Position;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Wait-for graph of lanes, as far as their positions determine it. */
final class WaitGraph {
  private final List<Waiter> waiters = new ArrayList<>();
  private final Map<String, List<Waiter>> byCta = new LinkedHashMap<>();
  private final IdentityHashMap<Waiter, Reason> reasons = new IdentityHashMap<>();
  private final List<Instruction> code;
  private final AwaitedWords words;
  private final PossibleWriters writers;
  private final boolean ctasToCome;

  WaitGraph(StoppedLaunch scene, LaneReachability flow) {
    code = scene.program().code();
    ctasToCome = scene.ctasToCome() > 0;
    Waiters divide = new Waiters(code, flow);
    List<WarpStatus> inOrder = new ArrayList<>(scene.warps());
    inOrder.sort(Comparator.comparingLong(WarpStatus::cta).thenComparingInt(WarpStatus::warp));
    for (WarpStatus warp : inOrder) {
      for (Waiter waiter : divide.of(warp)) {
        waiters.add(waiter);
        byCta.computeIfAbsent(cta(warp), _ -> new ArrayList<>()).add(waiter);
      }
    }
    words = new AwaitedWords(scene);
    writers = new PossibleWriters(scene, flow);
  }

  private static String cta(WarpStatus warp) {
    return warp.unit() + " " + warp.cta();
  }

  AwaitedWords words() {
    return words;
  }

  Instruction instruction(int pc) {
    return code.get(pc);
  }

  PossibleWriters writers() {
    return writers;
  }

  List<Waiter> waiters() {
    return waiters;
  }

  /** All that wait in the CTA of one. */
  Collection<Waiter> cta(Waiter waiter) {
    return byCta.getOrDefault(cta(waiter.warp()), List.of());
  }

  /**
   * Why lanes do not get on.
   *
   * @param kind what is known about it
   * @param next lanes whose going on would let them go on; null for none or none known
   * @param certain whether that is sure
   * @param holder who has taken the word
   * @param views who sees what of the word
   * @param writer who would write it
   */
  record Reason(
      Kind kind,
      @Nullable Waiter next,
      boolean certain,
      @Nullable Wrote holder,
      AwaitedWords.@Nullable Views views,
      PossibleWriters.@Nullable Candidate writer) {
    static Reason of(Kind kind, @Nullable Waiter next) {
      return new Reason(kind, next, next != null, null, null, null);
    }
  }

  /** Certainty of a wait. */
  enum Kind {
    /** For others of the CTA to arrive, or of the warp to come. */
    OTHERS,
    /** The word that is read is an old copy. */
    STALE,
    /** The word has been taken by lanes that are here. */
    HELD,
    /** The word has been taken by a lane that has exited. */
    LOST,
    /** The word would be written by lanes that are here. */
    UNWRITTEN,
    /** No resident warp is known to write the word; CTAs that have not started may. */
    TO_COME,
    /** No resident warp will write the word. */
    NO_WRITER,
    /** Nothing can be said. */
    UNKNOWN
  }

  Reason reason(Waiter waiter) {
    Reason reason = reasons.get(waiter);
    if (reason == null) {
      reason = find(waiter);
      reasons.put(waiter, reason);
    }
    return reason;
  }

  private Reason find(Waiter waiter) {
    return switch (waiter.why()) {
      case AT_BARRIER -> Reason.of(Kind.OTHERS, missing(waiter));
      case GATHERS, MEETS, FAILED -> Reason.of(Kind.OTHERS, wanted(waiter));
      case HELD -> Reason.of(Kind.OTHERS, holder(waiter));
      case POLLS -> polled(waiter);
      case LOOPS, OTHER -> Reason.of(Kind.UNKNOWN, null);
    };
  }

  /** Lanes that have not arrived at a barrier; those that are at none come first. */
  private @Nullable Waiter missing(Waiter waiter) {
    AtBarrier barrier = waiter.barrier();
    if (barrier != null && barrier.ofCluster()) {
      return missingInCluster(waiter);
    }
    Waiter candidate = null;
    for (Waiter peer : cta(waiter)) {
      AtBarrier peerBarrier = peer.barrier();
      if (peerBarrier == null) {
        return peer;
      }
      if (candidate == null && barrier != null && peerBarrier.id() != barrier.id()) {
        candidate = peer;
      }
    }
    return candidate;
  }

  /** Lanes of a CTA of the cluster that has threads which have not arrived. */
  private @Nullable Waiter missingInCluster(Waiter waiter) {
    Waiter candidate = null;
    for (Waiter peer : waiters) {
      AtBarrier peerBarrier = peer.barrier();
      boolean waitsThere = peerBarrier != null && peerBarrier.ofCluster();
      if (lags(peer, waiter) && !waitsThere) {
        if (peerBarrier == null) {
          return peer;
        }
        candidate = candidate == null ? peer : candidate;
      }
    }
    return candidate;
  }

  /** Whether threads of a waiter's CTA are missing at the barrier of another's cluster. */
  private static boolean lags(Waiter peer, Waiter waiter) {
    ClusterStanding standing = peer.warp().cluster();
    ClusterStanding awaited = waiter.warp().cluster();
    return standing != null
        && awaited != null
        && standing.cluster() == awaited.cluster()
        && standing.phase() <= awaited.phase()
        && standing.missing() > 0;
  }

  /**
   * The CTAs of a waiter's cluster whose threads are missing at its barrier, with how many; for
   * example {@code 3 of 32 threads of CTA (1,0,0)}.
   */
  List<String> missingInCtas(Waiter waiter) {
    Map<String, String> missing = new LinkedHashMap<>();
    for (Waiter peer : waiters) {
      ClusterStanding standing = peer.warp().cluster();
      if (standing != null && lags(peer, waiter)) {
        missing.put(
            peer.warp().ctaIndex(),
            "%d of %d threads of CTA %s"
                .formatted(standing.missing(), standing.threads(), peer.warp().ctaIndex()));
      }
    }
    return List.copyOf(missing.values());
  }

  /** For each cluster at whose barrier threads wait: what is missing there. */
  List<String> clusterBarriers() {
    Map<Long, String> lines = new LinkedHashMap<>();
    for (Waiter waiter : waiters) {
      AtBarrier barrier = waiter.barrier();
      ClusterStanding standing = waiter.warp().cluster();
      if (barrier != null && barrier.ofCluster() && standing != null) {
        lines.computeIfAbsent(
            standing.cluster(),
            number ->
                "cluster %d: %d of %d CTAs have arrived; missing are %s"
                    .formatted(
                        number,
                        barrier.arrived(),
                        barrier.expected(),
                        String.join(", ", missingInCtas(waiter))));
      }
    }
    return List.copyOf(lines.values());
  }

  private @Nullable Waiter wanted(Waiter waiter) {
    Waiter candidate = null;
    for (Waiter peer : cta(waiter)) {
      boolean awaited = peer.sameWarp(waiter) && (peer.lanes() & waiter.wants()) != 0;
      if (awaited && (candidate == null || candidate.why() == Why.MEETS)) {
        candidate = peer;
      }
    }
    return candidate;
  }

  /** Lanes of a warp that has the CTA to itself. */
  private @Nullable Waiter holder(Waiter waiter) {
    for (Waiter peer : cta(waiter)) {
      if ((waiter.wants() >>> peer.warp().warp() & 1) != 0 && peer.why() != Why.FAILED) {
        return peer;
      }
    }
    return null;
  }

  private Reason polled(Waiter waiter) {
    Poll poll = waiter.poll();
    if (poll == null) {
      return Reason.of(Kind.UNKNOWN, null);
    }
    AwaitedWords.Views views = words.views(waiter, poll);
    if (views != null && (views.stale() || views.elsewhere() >= 0)) {
      return new Reason(Kind.STALE, null, true, null, views, null);
    }
    Wrote holder = words.holder(poll, waiter);
    if (holder != null && writers.lock(poll)) {
      return holder.warp().departed()
          ? new Reason(Kind.LOST, null, true, holder, views, null)
          : new Reason(Kind.HELD, holding(holder), true, holder, views, null);
    }
    List<PossibleWriters.Candidate> candidates = writers.of(waiter, poll, scope(waiter, poll));
    if (candidates.isEmpty()) {
      Kind kind = poll.addressKnown() ? Kind.NO_WRITER : Kind.UNKNOWN;
      return new Reason(kind, null, true, holder, views, null);
    }
    PossibleWriters.Candidate first = candidates.getFirst();
    if (!first.certain() && ctasToCome && poll.addressKnown() && !poll.shared()) {
      return new Reason(Kind.TO_COME, null, false, holder, views, null);
    }
    return new Reason(Kind.UNWRITTEN, first.waiter(), first.certain(), holder, views, first);
  }

  /** Where lanes that spin in a loop without a read have read last; null if not known. */
  @Nullable Position lastRead(Waiter waiter) {
    WarpStatus warp = waiter.warp();
    boolean ownAccess = warp.accessPc() >= 0 && (warp.accessLanes() & waiter.lanes()) != 0;
    return ownAccess ? code.get(warp.accessPc()).position() : null;
  }

  private List<Waiter> scope(Waiter waiter, Poll poll) {
    if (!poll.shared()) {
      return waiters;
    }
    return waiter.warp().clusterNumber() < 0
        ? List.copyOf(cta(waiter))
        : waiters.stream().filter(waiter::sameCluster).toList();
  }

  private @Nullable Waiter holding(Wrote holder) {
    for (Waiter waiter : waiters) {
      WarpStatus warp = waiter.warp();
      boolean sameWarp =
          warp.unit() == holder.warp().unit()
              && warp.cta() == holder.warp().cta()
              && warp.warp() == holder.warp().warp();
      if (sameWarp && (waiter.lanes() >>> holder.word().lane() & 1) != 0) {
        return waiter;
      }
    }
    return null;
  }
}
