package dev.syncopate.machine.diagnose;

import dev.syncopate.machine.barrier.AtBarrier;
import dev.syncopate.machine.diagnose.Waiter.Why;
import dev.syncopate.machine.status.WarpMotion;
import dev.syncopate.machine.status.WarpStatus;
import dev.syncopate.machine.warp.Wait;
import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.Position;
import dev.syncopate.ptx.ir.WarpInstruction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Report of a stopped launch: the cause, the wait-for chains, all warps grouped by position, and
 * the pending requests of the memory system.
 */
public final class HangReport {
  private static final int MOST_CHAINS = 4;
  private static final int MOST_LINKS = 12;
  private static final int MOST_GROUPS = 16;
  private static final int MOST_QUEUES = 24;

  private final StoppedLaunch scene;
  private final PtxQuotes source;
  private final LaneReachability flow;
  private final WaitGraph graph;
  private final WaitExplanation explanation;
  private final HangCause cause;
  private final Map<Long, WarpMotion> motions = new HashMap<>();

  public HangReport(StoppedLaunch scene) {
    this.scene = scene;
    source = new PtxQuotes(scene.source(), scene.program().sourceLines());
    flow = new LaneReachability(scene.program());
    graph = new WaitGraph(scene, flow);
    explanation = new WaitExplanation(graph, source, scene.ctasToCome());
    cause = new HangCause(graph, explanation, scene.ctasToCome(), scene.agents());
    for (WarpMotion motion : scene.motions()) {
      motions.put(place(motion.unit(), motion.slot()), motion);
    }
  }

  private static long place(int unit, int slot) {
    return (long) unit << Integer.SIZE | slot;
  }

  /**
   * The report on a launch that does not get on.
   *
   * @param reason its first line: why the launch counts as hung, or has been looked at
   */
  public String text(String reason) {
    StringBuilder out = new StringBuilder();
    out.append(reason).append("\ncause: ").append(cause.text()).append('\n');
    ctasToCome(out);
    chains(out, cause.lanes());
    rest(out);
    return out.toString();
  }

  /** Position of the warps with which the explanation begins; null if there are none. */
  public @Nullable Position at() {
    return Stream.concat(cause.lanes().stream(), graph.waiters().stream())
        .map(this::place)
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  /** The report on a launch that may well get on: nothing is said about causes. */
  public String standings(String reason) {
    StringBuilder out = new StringBuilder();
    out.append(reason).append('\n');
    ctasToCome(out);
    rest(out);
    return out.toString();
  }

  private void ctasToCome(StringBuilder out) {
    long ctas = scene.ctasToCome();
    if (ctas > 0) {
      out.append(ctas)
          .append(ctas == 1 ? " CTA has" : " CTAs have")
          .append(" not started: no compute unit has room\n");
    }
  }

  private void chains(StringBuilder out, List<Waiter> first) {
    List<Waiter> starts = new ArrayList<>(first);
    for (Why why : List.of(Why.AT_BARRIER, Why.GATHERS, Why.POLLS)) {
      graph.waiters().stream().filter(waiter -> waiter.why() == why).forEach(starts::add);
    }
    starts.addAll(graph.waiters());
    Set<Waiter> reported = Collections.newSetFromMap(new IdentityHashMap<>());
    int chains = 0;
    for (Waiter waiter : starts) {
      Waiter next = graph.reason(waiter).next();
      boolean leadsToTold = reported.contains(waiter) || (next != null && reported.contains(next));
      if (!leadsToTold && chains < MOST_CHAINS) {
        chain(out, waiter, reported);
        chains++;
      }
    }
  }

  private void chain(StringBuilder out, Waiter first, Set<Waiter> reported) {
    Set<Waiter> chain = Collections.newSetFromMap(new IdentityHashMap<>());
    Waiter waiter = first;
    while (waiter != null
        && !chain.contains(waiter)
        && !reported.contains(waiter)
        && chain.size() < MOST_LINKS) {
      out.append(chain.isEmpty() ? "" : "  ...").append(name(waiter)).append(": ");
      out.append(explanation.of(waiter)).append('\n');
      Position position = place(waiter);
      if (position != null) {
        source.quote(out, position);
      }
      chain.add(waiter);
      waiter = graph.reason(waiter).next();
    }
    if (waiter != null && chain.contains(waiter)) {
      out.append("  ...")
          .append(name(waiter))
          .append(": ")
          .append(LaneRanges.describe(waiter.lanes()))
          .append(", where the chain closes\n");
    } else if (waiter != null && reported.contains(waiter)) {
      out.append("  ...")
          .append(name(waiter))
          .append(": ")
          .append(LaneRanges.describe(waiter.lanes()))
          .append(", as above\n");
    }
    reported.addAll(chain);
  }

  private static String name(Waiter waiter) {
    return waiter.warpName() + " on cu" + waiter.warp().unit();
  }

  /** The place that explains a wait. */
  private @Nullable Position place(Waiter waiter) {
    Poll poll = waiter.poll();
    return poll != null
        ? poll.position()
        : waiter.why() == Why.AT_BARRIER ? barrier(waiter.pc()) : at(waiter.pc());
  }

  /** Lanes at a barrier stand behind the instruction. */
  private @Nullable Position barrier(int nextPc) {
    List<Instruction> code = scene.program().code();
    boolean straight = nextPc > 0 && isBarrier(code.get(nextPc - 1));
    return at(straight ? nextPc - 1 : nextPc);
  }

  private static boolean isBarrier(Instruction instruction) {
    return instruction instanceof WarpInstruction.Barrier
        || instruction instanceof WarpInstruction.ClusterBarrier;
  }

  private @Nullable Position at(int pc) {
    return pc < 0 || pc >= scene.program().code().size()
        ? null
        : scene.program().code().get(pc).position();
  }

  private void rest(StringBuilder out) {
    groups(out);
    List<String> clusters = graph.clusterBarriers();
    if (!clusters.isEmpty()) {
      out.append("barriers of clusters:\n");
      clusters.stream()
          .limit(MOST_GROUPS)
          .forEach(line -> out.append("  ").append(line).append('\n'));
      if (clusters.size() > MOST_GROUPS) {
        out.append("  and ").append(clusters.size() - MOST_GROUPS).append(" more\n");
      }
    }
    List<String> transactions = TransactionText.of(scene.warps(), scene.program());
    if (!transactions.isEmpty()) {
      out.append("transactions:\n");
      transactions.forEach(line -> out.append("  ").append(line).append('\n'));
    }
    scene.agents().forEach(line -> out.append(line).append('\n'));
    scene.overlappingLaunches().forEach(line -> out.append(line).append('\n'));
    List<String> queues = scene.queues();
    if (!queues.isEmpty()) {
      out.append("in the memory system:\n");
      for (String line : queues.subList(0, Math.min(MOST_QUEUES, queues.size()))) {
        out.append("  ").append(line).append('\n');
      }
      if (queues.size() > MOST_QUEUES) {
        out.append("  and ").append(queues.size() - MOST_QUEUES).append(" more\n");
      }
    }
  }

  private void groups(StringBuilder out) {
    List<WarpStatus> warps = scene.warps();
    Map<String, Integer> groups = new LinkedHashMap<>();
    for (WarpStatus warp : warps) {
      groups.merge(kind(warp), 1, Integer::sum);
    }
    out.append(warps.size())
        .append(warps.size() == 1 ? " warp is" : " warps are")
        .append(" left:\n");
    int shown = 0;
    for (Map.Entry<String, Integer> group : groups.entrySet()) {
      if (++shown > MOST_GROUPS) {
        out.append("  and ").append(groups.size() - MOST_GROUPS).append(" other groups\n");
        return;
      }
      out.append("  ").append(group.getValue()).append(" x ").append(group.getKey()).append('\n');
    }
  }

  /** Where the parts of a warp stand. */
  private String kind(WarpStatus warp) {
    Set<String> parts = new LinkedHashSet<>();
    long rest = warp.live();
    for (AtBarrier barrier : warp.barriers()) {
      parts.add(
          (barrier.ofCluster() ? "at the barrier of the cluster" : "at barrier " + barrier.id())
              + behind(warp, barrier.lanes()));
      rest &= ~barrier.lanes();
    }
    if (rest != 0) {
      parts.add(running(warp, !parts.isEmpty()));
    }
    return parts.isEmpty() ? WaitExplanation.says(warp.waiting()) : String.join("; ", parts);
  }

  /** What lanes do that are at no barrier. */
  private String running(WarpStatus warp, boolean othersWait) {
    WarpMotion motion = motions.get(place(warp.unit(), warp.slot()));
    if (motion != null && motion.clock() >= 0) {
      return "waiting for a time: its way depends on the clock read at "
          + place(at(motion.clock()));
    }
    if (motion != null && motion.kind() == WarpMotion.Kind.COMPUTES && !warp.splits().isEmpty()) {
      int pc = warp.splits().getFirst().pc();
      List<LaneReachability.Loop> loops = flow.loops(pc);
      return "computing, "
          + (loops.isEmpty()
              ? "in no loop, at " + place(at(pc))
              : "in the loop that ends at " + place(at(loops.getFirst().last())));
    }
    String place = place(at(warp.accessPc()));
    return warp.waiting() == Wait.NONE || othersWait
        ? "running, latest memory access at " + place
        : WaitExplanation.says(warp.waiting()) + ", " + place;
  }

  private String behind(WarpStatus warp, long lanes) {
    for (WarpStatus.Split split : warp.splits()) {
      if ((split.lanes() & lanes) != 0) {
        return ", " + place(barrier(split.pc()));
      }
    }
    return "";
  }

  private String place(@Nullable Position position) {
    return position == null ? "the start" : source.line(position);
  }
}
