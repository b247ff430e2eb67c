package dev.syncopate.memory.protocol.text;

import dev.syncopate.memory.access.Agent;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.access.Step;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.protocol.MessageField;
import dev.syncopate.memory.protocol.MessageType;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.protocol.StepTable;
import dev.syncopate.memory.protocol.TransitionCount;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Reference page of a protocol, generated from the tables that are executed. It lists the steps of
 * each instruction (one table a scope), the requests of home banks to L1s, the meaning of each step
 * and message, and the state tables of lines.
 *
 * @param protocol its name
 * @param summary one sentence
 */
public record ProtocolPage(String protocol, String summary, List<Section> sections) {
  /**
   * A table with its title.
   *
   * @param header names of columns; empty where they need none
   * @param rows of cells; rows may have different numbers of them
   * @param note what is to be known behind the table, or nothing
   */
  public record Section(String title, List<String> header, List<List<String>> rows, String note) {}

  /**
   * That of a protocol.
   *
   * @param config of the machine: some protocols ask it what to do
   * @throws IllegalArgumentException when the protocol cannot run on it, saying why
   */
  public static ProtocolPage of(Protocol protocol, MemoryConfig config) {
    protocol.require(config);
    Sections sections =
        new Sections(config.severalGpus() ? protocol.systemTable() : protocol.table());
    sections.scopes();
    protocol
        .passages(config)
        .forEach(passage -> sections.add(passage.title(), List.of(), passage.rows(), ""));
    sections.steps();
    sections.messages(protocol.messages(config));
    sections.transitions(UnpluggedControllers.l1(protocol, config));
    sections.transitions(UnpluggedControllers.l2(protocol, config));
    return new ProtocolPage(protocol.name(), protocol.summary(), List.copyOf(sections.sections));
  }

  private static final class Sections {
    private final StepTable table;
    private final List<Section> sections = new ArrayList<>();

    /** Everything the tables name. */
    private final Set<Step> steps = new LinkedHashSet<>();

    Sections(StepTable table) {
      this.table = table;
    }

    void add(String title, List<String> header, List<List<String>> rows, String note) {
      sections.add(new Section(title, header, rows, note));
    }

    void scopes() {
      section("data", row -> weak(row));
      section("CTA scope", row -> !weak(row) && row.instruction().scope() == Scope.CTA);
      if (!rows(Scope.CLUSTER, ".cluster").isEmpty()) {
        section("cluster scope", row -> !weak(row) && row.instruction().scope() == Scope.CLUSTER);
      }
      section("component scope", row -> !weak(row) && row.instruction().scope() == Scope.GPU);
      if (rows(Scope.SYS, ".sys").equals(rows(Scope.GPU, ".gpu"))) {
        add("system scope: the same with .sys for .gpu", List.of(), List.of(), "");
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

    private void section(String title, Predicate<StepTable.Row> rowFilter) {
      section(title, row -> row.agent() == Agent.WARP, rowFilter);
    }

    private void section(
        String title, Predicate<StepTable.Row> agents, Predicate<StepTable.Row> rowFilter) {
      List<List<String>> rows = new ArrayList<>();
      table.describe().stream()
          .filter(agents.and(rowFilter))
          .forEach(row -> {
            rows.add(List.of(row.name(), row.blocks() ? "blocks" : "", names(row.steps())));
            for (StepTable.Alternative alternative : row.alternatives()) {
              rows.add(
                  List.of(
                      "", "", "on " + alternative.condition() + ": " + names(alternative.steps())));
            }
          });
      add(title, List.of(), rows, "");
    }

    private String names(List<Step> list) {
      steps.addAll(list);
      return list.stream().map(Step::name).collect(Collectors.joining(", "));
    }

    void steps() {
      add(
          "steps",
          List.of(),
          steps.stream().map(step -> List.of(step.name(), step.description())).toList(),
          "'blocks' holds the warp's later memory instructions back until all steps are done; at a"
              + " kernel's beginning, those of all warps.\nWhere a model performs everything"
              + " sequentially consistent, 'kernel begin.sc' and 'kernel end.sc' are what is"
              + " done.");
    }

    void messages(List<MessageType> types) {
      Set<MessageField> fields = EnumSet.noneOf(MessageField.class);
      List<List<String>> rows = new ArrayList<>();
      for (MessageType type : types) {
        fields.addAll(type.fields());
        String carried =
            type.fields().stream().map(MessageField::name).collect(Collectors.joining(", "));
        rows.add(List.of(type.name(), type.way(), carried, type.description()));
      }
      add("messages", List.of("type", "way", "fields", "what it asks or says"), rows, "");
      add(
          "fields of messages, in addition to the line and the access that they belong to",
          List.of(),
          fields.stream().map(field -> List.of(field.name(), field.description())).toList(),
          "");
    }

    /** A section for each state table of a controller. */
    void transitions(List<TransitionCount> pairs) {
      Map<String, List<List<String>>> tables = new LinkedHashMap<>();
      for (TransitionCount pair : pairs) {
        tables
            .computeIfAbsent(pair.table(), title -> new ArrayList<>())
            .add(
                List.of(
                    pair.state(), pair.event(), String.join(" or ", pair.next()), pair.action()));
      }
      tables.forEach(
          (title, rows) -> add(title, List.of("state", "event", "next", "what is done"), rows, ""));
    }
  }
}
