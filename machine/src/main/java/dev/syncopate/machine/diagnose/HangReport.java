package dev.syncopate.machine.diagnose;

import dev.syncopate.machine.core.Wait;
import dev.syncopate.machine.core.WarpStatus;
import dev.syncopate.ptx.ir.Position;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a hung launch looks like, for a person: chains of who waits for whom, then everybody in
 * groups of those that stand at the same place, then what waits in the memory system.
 */
public final class HangReport {
  private static final int MOST_CHAINS = 4;
  private static final int MOST_LINKS = 12;
  private static final int MOST_GROUPS = 16;
  private static final int MOST_QUEUES = 24;

  private final SourceText source;
  private final List<WarpStatus> warps;
  private final WaitGraph graph;
  private final long ctasToCome;
  private final List<String> queues;

  /**
   * @param source lines of the PTX text; may be empty
   * @param warps where every resident warp stands
   * @param ctasToCome CTAs that have not started
   * @param memory to look up the words warps wait for
   * @param queues what waits in the memory system
   */
  public HangReport(
      List<String> source,
      List<WarpStatus> warps,
      long ctasToCome,
      DeviceWords memory,
      List<String> queues) {
    this.source = new SourceText(source);
    this.warps = warps;
    this.ctasToCome = ctasToCome;
    this.graph = new WaitGraph(warps, memory, ctasToCome);
    this.queues = queues;
  }

  /**
   * The report.
   *
   * @param reason why the launch counts as hung
   */
  public String text(String reason) {
    StringBuilder out = new StringBuilder();
    out.append("hang: ").append(reason).append('\n');
    if (ctasToCome > 0) {
      out.append(ctasToCome)
          .append(" CTAs have not started: they wait for room in a compute unit\n");
    }
    Set<WarpStatus> told = new LinkedHashSet<>();
    int chains = 0;
    for (WarpStatus warp : graph.startingPoints()) {
      boolean leadsToTold = told.contains(warp) || told.contains(graph.waitsFor(warp));
      if (!leadsToTold && chains < MOST_CHAINS) {
        chain(out, warp, told);
        chains++;
      }
    }
    groups(out);
    if (!queues.isEmpty()) {
      out.append("in the memory system:\n");
      for (String line : queues.subList(0, Math.min(MOST_QUEUES, queues.size()))) {
        out.append("  ").append(line).append('\n');
      }
      if (queues.size() > MOST_QUEUES) {
        out.append("  and ").append(queues.size() - MOST_QUEUES).append(" more\n");
      }
    }
    return out.toString();
  }

  private void chain(StringBuilder out, WarpStatus first, Set<WarpStatus> told) {
    List<WarpStatus> chain = new ArrayList<>();
    WarpStatus warp = first;
    while (warp != null
        && !chain.contains(warp)
        && !told.contains(warp)
        && chain.size() < MOST_LINKS) {
      out.append(chain.isEmpty() ? "" : "  ...").append(WaitGraph.name(warp)).append(": ");
      out.append(graph.explain(warp)).append('\n');
      for (Position at : places(warp)) {
        source.quote(out, at);
      }
      chain.add(warp);
      warp = graph.waitsFor(warp);
    }
    if (warp != null && chain.contains(warp)) {
      out.append(
          warp.equals(chain.getLast())
              ? "  ...which is itself: a deadlock inside the warp\n"
              : "  ..." + WaitGraph.name(warp) + ", where the chain closes: a deadlock\n");
    }
    if (warp != null && told.contains(warp)) {
      out.append("  ...").append(WaitGraph.name(warp)).append(", as above\n");
    }
    told.addAll(chain);
  }

  /** The places that explain a warp's wait. */
  private static Set<Position> places(WarpStatus warp) {
    Set<Position> places = new LinkedHashSet<>();
    Position access = warp.accessAt();
    if (warp.barrier() < 0 && access != null) {
      places.add(access);
    } else {
      warp.splits().forEach(split -> places.add(split.at()));
    }
    return places;
  }

  private void groups(StringBuilder out) {
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

  private static String kind(WarpStatus warp) {
    if (warp.barrier() >= 0) {
      return "at barrier "
          + warp.barrier()
          + ", "
          + place(warp.splits().isEmpty() ? null : warp.splits().getFirst().at());
    }
    if (warp.waiting() != Wait.NONE) {
      return WaitGraph.says(warp.waiting()) + ", " + place(warp.accessAt());
    }
    return "running, latest memory access at " + place(warp.accessAt());
  }

  private static String place(@Nullable Position at) {
    return at == null ? "the start" : at.file() + ":" + at.line();
  }
}
