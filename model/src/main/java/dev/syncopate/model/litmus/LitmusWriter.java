package dev.syncopate.model.litmus;

import dev.syncopate.model.litmus.FinalCondition.Term;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Writes tests as {@link LitmusTest#read} reads them. */
public final class LitmusWriter {
  private LitmusWriter() {}

  /** The text of a test. */
  public static String text(LitmusTest test) {
    StringBuilder text = new StringBuilder("PTX " + test.name() + "\n");
    declarations(test, text);
    rows(columns(test), text);
    if (test.filter() != null) {
      text.append("filter ").append(condition(test.filter())).append('\n');
    }
    return text.append(
            switch (test.quantifier()) {
              case EXISTS -> "exists ";
              case NOT_EXISTS -> "~exists ";
              case FORALL -> "forall ";
            })
        .append(condition(test.condition()))
        .append('\n')
        .toString();
  }

  private static void declarations(LitmusTest test, StringBuilder text) {
    text.append('{');
    for (Map.Entry<String, LitmusOperand> location : test.locations().entrySet()) {
      Long arrivals = test.annotations().mbarriers().get(location.getKey());
      TestAnnotations.Owner owner = test.annotations().owners().get(location.getKey());
      text.append(
          " %s%s%s=%s;"
              .formatted(
                  arrivals != null
                      ? "mbarrier "
                      : test.shared().contains(location.getKey()) ? "shared " : "",
                  location.getKey(),
                  owner == null ? "" : " @ cta %d,gpu %d ".formatted(owner.cta(), owner.gpu()),
                  arrivals != null ? arrivals : location.getValue()));
    }
    for (Map.Entry<String, String> alias : test.aliases().entrySet()) {
      TestAnnotations.ProxyName proxyName = test.annotations().proxyNames().get(alias.getKey());
      text.append(
          proxyName == null
              ? " %s @ generic aliases %s;".formatted(alias.getKey(), alias.getValue())
              : " %s @ %s aliases %s;"
                  .formatted(alias.getKey(), proxyName.proxy().text(), proxyName.generic()));
    }
    for (LitmusThread thread : test.threads()) {
      for (Map.Entry<String, LitmusOperand> register : thread.registers().entrySet()) {
        text.append(" P%d:%s=%s;".formatted(thread.id(), register.getKey(), register.getValue()));
      }
    }
    text.append(" }\n");
  }

  /** A column for each thread: its heading, then its instructions and labels. */
  private static List<List<String>> columns(LitmusTest test) {
    List<List<String>> columns = new ArrayList<>();
    for (LitmusThread thread : test.threads()) {
      List<String> column = new ArrayList<>();
      column.add("P%d@%s".formatted(thread.id(), thread.place()));
      TreeSet<Integer> targets = new TreeSet<>();
      for (LitmusInstruction instruction : thread.instructions()) {
        switch (instruction) {
          case LitmusInstruction.Goto(int target) -> targets.add(target);
          case LitmusInstruction.Branch branch -> targets.add(branch.target());
          default -> {}
        }
      }
      List<Integer> labels = List.copyOf(targets);
      for (int i = 0; i <= thread.instructions().size(); i++) {
        if (targets.contains(i)) {
          column.add(label(labels.indexOf(i)) + ":");
        }
        if (i < thread.instructions().size()) {
          column.add(
              proxied(thread, i)
                  + LitmusInstructionText.of(
                      thread.instructions().get(i), target -> label(labels.indexOf(target))));
        }
      }
      columns.add(column);
    }
    return columns;
  }

  private static String proxied(LitmusThread thread, int instruction) {
    return thread.instructions().get(instruction) instanceof LitmusInstruction.ProxyFence
        ? ""
        : ProxyAnnotation.prefix(thread.annotation(instruction));
  }

  private static String label(int number) {
    return "LC%02d".formatted(number);
  }

  private static void rows(List<List<String>> columns, StringBuilder text) {
    int rows = columns.stream().mapToInt(List::size).max().orElse(0);
    for (int row = 0; row < rows; row++) {
      for (int c = 0; c < columns.size(); c++) {
        List<String> column = columns.get(c);
        int width = column.stream().mapToInt(String::length).max().orElse(0);
        String cell = row < column.size() ? column.get(row) : "";
        text.append(c == 0 ? " " : " | ").append(cell).append(" ".repeat(width - cell.length()));
      }
      text.append(" ;\n");
    }
  }

  /** A condition, with brackets around each conjunction and disjunction. */
  public static String condition(FinalCondition condition) {
    return switch (condition) {
      case FinalCondition.And(List<FinalCondition> conditions) -> joined(conditions, " /\\ ");
      case FinalCondition.Or(List<FinalCondition> conditions) -> joined(conditions, " \\/ ");
      case FinalCondition.Not(FinalCondition a) -> "~(" + condition(a) + ")";
      case FinalCondition.Compare(ComparisonOperator comparison, Term a, Term b) ->
          term(a) + " " + comparison.symbol() + " " + term(b);
    };
  }

  private static String joined(List<FinalCondition> conditions, String operator) {
    return conditions.stream()
        .map(LitmusWriter::condition)
        .collect(Collectors.joining(operator, "(", ")"));
  }

  private static String term(Term term) {
    return switch (term) {
      case Term.Constant(long value) -> Long.toString(value);
      case Term.Register(int thread, String name) -> "P" + thread + ":" + name;
      case Term.Content(String location) -> "[" + location + "]";
      case Term.Address(String location) -> "&" + location;
    };
  }
}
