package dev.syncopate.memory.protocol.text;

import dev.syncopate.memory.access.Kind;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.access.Step;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.protocol.StepTable;
import dev.syncopate.memory.protocol.promotion.Promotion;
import dev.syncopate.memory.protocol.promotion.PromotionMessage;
import dev.syncopate.memory.protocol.promotion.PromotionProtocol;
import dev.syncopate.memory.protocol.promotion.PromotionTable;
import dev.syncopate.memory.protocol.promotion.SystemPromotion;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a protocol does for each instruction, from the very tables that are executed. */
public final class ProtocolText {
  private static final String NONE = "-";

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
   */
  public static String of(Protocol protocol, MemoryConfig config) {
    ProtocolText page =
        new ProtocolText(config.severalGpus() ? protocol.systemTable() : protocol.table());
    page.text.append(protocol.name()).append(": ").append(protocol.summary()).append(".\n");
    page.scopes();
    if (protocol instanceof PromotionProtocol promoting) {
      page.promotions(promoting.promotions(config));
      if (config.severalGpus()) {
        page.systemPromotions();
      }
    }
    page.steps();
    return page.text.toString();
  }

  private void scopes() {
    section("data", row -> weak(row));
    section("work-group scope", row -> !weak(row) && row.instruction().scope() == Scope.CTA);
    section("component scope", row -> !weak(row) && row.instruction().scope() == Scope.GPU);
    if (rows(Scope.SYS, ".sys").equals(rows(Scope.GPU, ".gpu"))) {
      text.append("\nsystem scope: the same with .sys for .gpu\n");
    } else {
      section("system scope", row -> !weak(row) && row.instruction().scope() == Scope.SYS);
    }
  }

  private static boolean weak(StepTable.Row row) {
    return row.instruction().order() == Order.WEAK;
  }

  private List<String> rows(Scope scope, String suffix) {
    return table.describe().stream()
        .filter(row -> !weak(row) && row.instruction().scope() == scope)
        .map(row -> row.toString().replace(suffix, ""))
        .toList();
  }

  private void section(String title, Predicate<StepTable.Row> wanted) {
    Columns columns = new Columns();
    table.describe().stream()
        .filter(wanted)
        .forEach(row -> {
          columns.row(
              row.instruction().toString(), row.blocks() ? "blocks" : "", names(row.steps()));
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

  private void promotions(PromotionTable table) {
    Columns columns = new Columns();
    columns.row(
        "",
        "before, the others",
        "before, the requester's",
        "again",
        "after, the others",
        "the requester's");
    row(columns, "ld.remote", table.load());
    row(columns, "st.remote", table.store());
    row(columns, "atom.remote", table.atomic());
    text.append("\nwhat a line's home bank has L1s do before and after it performs the access\n");
    text.append(columns.text());
    Columns meanings = new Columns();
    Stream.of(table.load(), table.store(), table.atomic())
        .flatMap(promotion ->
            Stream.of(
                promotion.before(),
                promotion.beforeRequester(),
                promotion.again(),
                promotion.after(),
                promotion.afterRequester()))
        .flatMap(Stream::ofNullable)
        .distinct()
        .forEach(message -> meanings.row(message.name(), message.description()));
    text.append("\nwhat an L1 does that is told\n").append(meanings.text());
    text.append(
        "\nto hold a line is to let every access to it wait until told to resume; an L1 that is told"
            + " to flush holds it until it has answered\n");
    if (table.atomic().again() != null) {
      text.append(
          "\nagain: what an L1 is asked that writes the line between its answer and the access; it is"
              + " told to resume then\n"
              + "between its answer and a store or atomic an L1's reads of the line wait at the home"
              + " bank\n");
    }
    if (table.shared()) {
      text.append(
          "\nremote accesses that wait for another one to their line are done together: each L1 is"
              + " asked once, as by an atomic\nif they are of several kinds; those of requesters that"
              + " release as the requester's, all others as the others\n");
    }
  }

  private void systemPromotions() {
    Columns columns = new Columns();
    columns.row("", "which write their dirty bytes to it", "which then drop all others");
    for (Kind kind : List.of(Kind.LOAD, Kind.STORE, Kind.ATOMIC)) {
      SystemPromotion promotion = SystemPromotion.of(kind);
      columns.row(
          kind == Kind.LOAD ? "ld.remote" : kind == Kind.STORE ? "st.remote" : "atom.remote",
          gpus(promotion.flush()),
          gpus(promotion.invalidate()));
    }
    text.append(
            "\nat system scope the memory side has L1s of all GPUs do so, holding the line in any case;"
                + "\nbefore it performs the access it has all L2s surrender and hold the line, and L2s\n")
        .append(columns.text());
  }

  private static String gpus(SystemPromotion.Gpus gpus) {
    return switch (gpus) {
      case OWN -> "the requester's GPU";
      case OTHERS -> "the others";
      case ALL -> "all";
    };
  }

  private static void row(Columns columns, String instruction, Promotion promotion) {
    columns.row(
        instruction,
        name(promotion.before()),
        promotion.beforeRequester().name(),
        name(promotion.again()),
        name(promotion.after()),
        name(promotion.afterRequester()));
  }

  private static String name(@Nullable PromotionMessage message) {
    return message == null ? NONE : message.name();
  }

  private void steps() {
    Columns columns = new Columns();
    for (Step step : steps) {
      columns.row(step.name(), step.description());
    }
    text.append("\nsteps\n").append(columns.text());
    text.append(
        "\n'blocks' holds the warp's later memory instructions back until all steps are done.\n");
  }
}
