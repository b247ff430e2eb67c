package dev.syncopate.machine.diagnose;

import dev.syncopate.machine.barrier.AtBarrier;
import dev.syncopate.machine.diagnose.AwaitedWords.Views;
import dev.syncopate.machine.diagnose.WaitGraph.Kind;
import dev.syncopate.machine.diagnose.WaitGraph.Reason;
import dev.syncopate.machine.diagnose.Waiter.Why;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Root cause of a hang. Waits are followed until they end at something that cannot change or close
 * a cycle; of several such ends the surest is the cause.
 */
final class HangCause {
  /** The surest first. */
  private enum Rank {
    STALE,
    LOST,
    BARRIERS,
    CYCLE,
    NO_WRITER,
    POSSIBLE_CYCLE,
    LOOP,
    UNKNOWN
  }

  private static final String HOST_IS_NOT_HEARD =
      "; but what the host writes while a kernel runs threads do not see: memory of both sides goes"
          + " over before a launch and comes back after it";

  private final WaitGraph graph;
  private final WaitExplanation explanation;
  private final long ctasToCome;
  private final List<String> agents;
  private final Set<Waiter> followed = Collections.newSetFromMap(new IdentityHashMap<>());
  private Rank rank = Rank.UNKNOWN;
  private List<Waiter> end = List.of();

  /**
   * @param agents positions of CPUs that run concurrently with the kernel
   */
  HangCause(WaitGraph graph, WaitExplanation explanation, long ctasToCome, List<String> agents) {
    this.agents = agents;
    this.graph = graph;
    this.explanation = explanation;
    this.ctasToCome = ctasToCome;
    for (Waiter waiter : graph.waiters()) {
      follow(waiter);
    }
  }

  /** Follows waits to their end; ends that were found before need not be found again. */
  private void follow(Waiter first) {
    List<Waiter> path = new ArrayList<>();
    IdentityHashMap<Waiter, Integer> onPath = new IdentityHashMap<>();
    Waiter waiter = first;
    while (!followed.contains(waiter)) {
      Integer firstIndex = onPath.putIfAbsent(waiter, path.size());
      if (firstIndex != null) {
        round(path.subList(firstIndex, path.size()));
        break;
      }
      path.add(waiter);
      Reason reason = graph.reason(waiter);
      Waiter next = reason.next();
      if (next == null) {
        offer(rank(waiter, reason.kind()), List.of(waiter));
        break;
      }
      waiter = next;
    }
    followed.addAll(path);
  }

  private void round(List<Waiter> cycle) {
    boolean barriers = cycle.stream().allMatch(member -> member.why() == Why.AT_BARRIER);
    boolean certain = cycle.stream().allMatch(this::certain);
    offer(certain ? barriers ? Rank.BARRIERS : Rank.CYCLE : Rank.POSSIBLE_CYCLE, cycle);
  }

  /** With CTAs to come, or a CPU, another agent may write the polled word of device memory. */
  private boolean certain(Waiter waiter) {
    Reason reason = graph.reason(waiter);
    Poll poll = waiter.poll();
    boolean outsideAgents = ctasToCome > 0 || !agents.isEmpty();
    boolean outsideWritePossible =
        outsideAgents && poll != null && !poll.shared() && reason.holder() == null;
    return reason.certain() && !outsideWritePossible;
  }

  private static Rank rank(Waiter waiter, Kind kind) {
    return switch (kind) {
      case STALE -> Rank.STALE;
      case LOST -> Rank.LOST;
      case NO_WRITER, TO_COME -> Rank.NO_WRITER;
      case OTHERS -> waiter.why() == Why.AT_BARRIER ? Rank.BARRIERS : Rank.UNKNOWN;
      case HELD, UNWRITTEN -> Rank.UNKNOWN;
      case UNKNOWN -> waiter.why() == Why.LOOPS ? Rank.LOOP : Rank.UNKNOWN;
    };
  }

  private void offer(Rank candidateRank, List<Waiter> candidateWaiters) {
    if (end.isEmpty() || candidateRank.compareTo(rank) < 0) {
      rank = candidateRank;
      end = List.copyOf(candidateWaiters);
    }
  }

  /** The lanes with which the explanation begins. */
  List<Waiter> lanes() {
    return end;
  }

  /** The cause in one line, without a full stop. */
  String text() {
    if (end.isEmpty()) {
      return ctasToCome > 0
          ? notStarted("")
          : agents.isEmpty()
              ? "no thread is left, but the launch has not ended"
              : "the kernel has ended, and " + agents.getFirst();
    }
    Waiter first = end.getFirst();
    Poll poll = first.poll();
    return switch (rank) {
      case STALE -> {
        Views views = graph.reason(first).views();
        boolean stale = views != null && views.stale();
        yield (stale ? "stale copy: " : "unseen write: ") + first.name() + polled(first);
      }
      case LOST -> "a lock is never given back: " + first.name() + polled(first);
      case BARRIERS -> barriers();
      case CYCLE -> "deadlock: " + cycle();
      case NO_WRITER -> {
        String subject = first.name() + polled(first);
        yield ctasToCome > 0 && (poll == null || !poll.shared())
            ? notStarted(", and " + subject)
            : explanation.isOfHost(poll)
                ? "the host would have to write the word: " + subject + HOST_IS_NOT_HEARD
                : !agents.isEmpty() && (poll == null || !poll.shared())
                    ? "no thread of the kernel left that can write the word, and the CPU has not: "
                        + subject
                        + "; "
                        + agents.getFirst()
                    : poll != null && poll.mbarrier()
                        ? "an mbarrier is never completed: " + subject
                        : "no thread left that can write the word: " + subject;
      }
      case POSSIBLE_CYCLE ->
          ctasToCome > 0
              ? notStarted(", and the others wait: " + cycle())
              : "no thread gets on: " + cycle();
      case LOOP -> "an endless loop: " + first.name() + polled(first);
      case UNKNOWN -> "unknown: " + first.warpName() + ": " + explanation.of(first);
    };
  }

  private String notStarted(String rest) {
    return (ctasToCome == 1
            ? "1 CTA has not started and cannot: there is no room until a running one ends"
            : ctasToCome
                + " CTAs have not started and cannot: there is no room until a running one ends")
        + rest
        + "; CTAs that wait for one another must all be resident: --cooperative, in CUDA"
        + " cudaLaunchCooperativeKernel, refuses a grid for which there is no room";
  }

  /** What lanes do, without naming them again. */
  private String polled(Waiter waiter) {
    return explanation.of(waiter, false).substring(LaneRanges.describe(waiter.lanes()).length());
  }

  private String barriers() {
    AtBarrier counted = end.getFirst().barrier();
    if (end.size() == 1 && counted != null && counted.counted()) {
      return count(counted);
    }
    TreeSet<Integer> ids = new TreeSet<>();
    StringBuilder text = new StringBuilder();
    for (Waiter waiter : end) {
      AtBarrier barrier = waiter.barrier();
      if (barrier != null && ids.add(barrier.id())) {
        text.append(text.isEmpty() ? "" : ", ")
            .append(
                barrier.ofCluster()
                    ? "%d of %d CTAs at the barrier of the cluster"
                        .formatted(barrier.arrived(), barrier.expected())
                    : "%d of %d threads at barrier %d"
                        .formatted(barrier.arrived(), barrier.expected(), barrier.id()));
      }
    }
    return "barriers that do not match: in CTA %s every thread waits, %s"
        .formatted(end.getFirst().warp().ctaIndex(), text);
  }

  /** All who are left of a CTA wait at one barrier with a count. */
  private String count(AtBarrier barrier) {
    String cta = end.getFirst().warp().ctaIndex();
    return barrier.contradictory()
        ? "counts of a barrier differ: in CTA %s threads at barrier %d name different counts, the latest %d"
            .formatted(cta, barrier.id(), barrier.expected())
        : "a barrier's count is never reached: in CTA %s %d of %d threads have arrived at barrier %d, and no thread is left that could; those that have exited do not count"
            .formatted(cta, barrier.arrived(), barrier.expected(), barrier.id());
  }

  private String cycle() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < end.size() && i < 6; i++) {
      Waiter waiter = end.get(i);
      Waiter previous = end.get((i + end.size() - 1) % end.size());
      boolean warpKnown = i > 0 && waiter.sameWarp(previous);
      text.append(i == 0 ? "" : "; ")
          .append(warpKnown ? LaneRanges.describe(waiter.lanes()) : waiter.name())
          .append(polled(waiter));
    }
    text.append(end.size() > 6 ? "; and " + (end.size() - 6) + " more, back to the first" : "");
    return text.toString();
  }
}
