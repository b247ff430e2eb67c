package dev.syncopate.memory.protocol.text;

import dev.syncopate.memory.access.Agent;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.access.Step;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.protocol.Passage;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.protocol.StepTable;
import dev.syncopate.memory.protocol.Transitions;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** What a protocol does for each instruction, from the very tables that are executed. */
public final class ProtocolText {
  private final StepTable table;
  private final StringBuilder text = new StringBuilder();

  /** Everything the tables name. */
  private final Set<Step> steps = new LinkedHashSet<>();

  private ProtocolText(StepTable table) {
    this.table = table;
  }

  /**
   * A table for each scope, what home banks have L1s do, and what each step and message means.
   *
   * @param config of the machine: some protocols ask it what to do
   * @throws IllegalArgumentException when the protocol cannot run on it, saying why
   */
  public static String of(Protocol protocol, MemoryConfig config) {
    protocol.require(config);
    ProtocolText page =
        new ProtocolText(config.severalGpus() ? protocol.systemTable() : protocol.table());
    page.text.append(protocol.name()).append(": ").append(protocol.summary()).append(".\n");
    page.scopes();
    protocol.passages(config).forEach(page::passage);
    page.steps();
    page.transitions("lines and MSHRs of an L1", Unplugged.l1(protocol, config));
    page.transitions("lines of an L2 bank", Unplugged.l2(protocol, config));
    return page.text.toString();
  }

  private void scopes() {
    section("data", row -> weak(row));
    section("CTA scope", row -> !weak(row) && row.instruction().scope() == Scope.CTA);
    section("component scope", row -> !weak(row) && row.instruction().scope() == Scope.GPU);
    if (rows(Scope.SYS, ".sys").equals(rows(Scope.GPU, ".gpu"))) {
      text.append("\nsystem scope: the same with .sys for .gpu\n");
    } else {
      section("system scope", row -> !weak(row) && row.instruction().scope() == Scope.SYS);
    }
    section("kernels and the host", row -> row.agent() != Agent.WARP, row -> true);
  }

  private static boolean weak(StepTable.Row row) {
    return row.instruction().order() == Order.WEAK;
  }

  private List<String> rows(Scope scope, String suffix) {
    return table.describe().stream()
        .filter(row -> row.agent() == Agent.WARP)
        .filter(row -> !weak(row) && row.instruction().scope() == scope)
        .map(row -> row.toString().replace(suffix, ""))
        .toList();
  }

  private void section(String title, Predicate<StepTable.Row> wanted) {
    section(title, row -> row.agent() == Agent.WARP, wanted);
  }

  private void section(
      String title, Predicate<StepTable.Row> agents, Predicate<StepTable.Row> wanted) {
    Columns columns = new Columns();
    table.describe().stream()
        .filter(agents.and(wanted))
        .forEach(row -> {
          columns.row(row.name(), row.blocks() ? "blocks" : "", names(row.steps()));
          for (StepTable.Alternative other : row.alternatives()) {
            columns.row("", "", "on " + other.condition() + ": " + names(other.steps()));
          }
        });
    text.append('\n').append(title).append('\n').append(columns.text());
  }

  private String names(List<Step> list) {
    steps.addAll(list);
    return list.stream().map(Step::name).collect(Collectors.joining(", "));
  }

  private void passage(Passage passage) {
    Columns columns = new Columns();
    passage.rows().forEach(columns::row);
    text.append('\n').append(passage.title()).append('\n').append(columns.text());
  }

  private void transitions(String title, List<Transitions.Pair> pairs) {
    Columns columns = new Columns();
    columns.row("state", "event", "next", "what is done");
    for (Transitions.Pair pair : pairs) {
      columns.row(pair.state(), pair.event(), String.join(" or ", pair.next()), pair.action());
    }
    text.append('\n').append(title).append('\n').append(columns.text());
  }

  private void steps() {
    Columns columns = new Columns();
    for (Step step : steps) {
      columns.row(step.name(), step.description());
    }
    text.append("\nsteps\n").append(columns.text());
    text.append(
        "\n'blocks' holds the warp's later memory instructions back until all steps are done; at a"
            + " kernel's beginning, those of all warps.\nWhere a model performs everything"
            + " sequentially consistent, 'kernel begin.sc' and 'kernel end.sc' are what is done.\n");
  }
}
