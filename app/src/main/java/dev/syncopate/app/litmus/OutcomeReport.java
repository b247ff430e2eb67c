package dev.syncopate.app.litmus;

import dev.syncopate.model.axiom.answer.ModelAnswer;
import dev.syncopate.model.axiom.candidate.AllowedOutcomes;
import dev.syncopate.model.axiom.candidate.CandidateExecution;
import dev.syncopate.model.axiom.candidate.outcome.ObservedState;
import dev.syncopate.model.axiom.witness.WitnessText;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.litmus.LitmusWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Report of one test: each outcome that some model allows, which ones do, and an execution with
 * this outcome.
 */
public final class OutcomeReport {
  private final LitmusTest test;
  private final List<ModelAnswer> answers;
  private final int bound;

  private OutcomeReport(LitmusTest test, List<ModelAnswer> answers, int bound) {
    this.test = test;
    this.answers = answers;
    this.bound = bound;
  }

  /** Whose witnesses are shown. */
  public enum Witnesses {
    ALL,
    /** Those of outcomes that meet the condition. */
    ASKED,
    NONE
  }

  /** The text, ending in a line feed. */
  public static String of(
      LitmusTest test, List<ModelAnswer> answers, int bound, Witnesses witnesses) {
    OutcomeReport report = new OutcomeReport(test, answers, bound);
    StringBuilder text = new StringBuilder();
    text.append(test.name().isEmpty() ? "test" : test.name())
        .append(": ")
        .append(question(test))
        .append("\n\n")
        .append(report.table())
        .append(report.notes());
    if (witnesses != Witnesses.NONE) {
      text.append(report.witnesses(witnesses == Witnesses.ASKED));
    }
    return text.toString();
  }

  private static String question(LitmusTest test) {
    String filter =
        test.filter() == null
            ? ""
            : "of those with " + LitmusWriter.condition(test.filter()) + ", ";
    String word =
        switch (test.quantifier()) {
          case EXISTS -> "exists ";
          case NOT_EXISTS -> "~exists ";
          case FORALL -> "forall ";
        };
    return filter + word + LitmusWriter.condition(test.condition());
  }

  /** What is allowed by some model, with the first model that allows it and how. */
  private Map<ObservedState, Map.Entry<String, CandidateExecution>> allowed() {
    Map<ObservedState, Map.Entry<String, CandidateExecution>> allowed = new TreeMap<>();
    for (ModelAnswer answer : answers) {
      AllowedOutcomes findings = answer.findings();
      if (findings != null) {
        findings
            .outcomes()
            .forEach((outcome, execution) ->
                allowed.putIfAbsent(outcome, Map.entry(answer.model(), execution)));
      }
    }
    return allowed;
  }

  private String table() {
    TextTable table = new TextTable();
    List<String> heading = new ArrayList<>(List.of(""));
    answers.forEach(answer -> heading.add(answer.model()));
    table.row(heading);
    for (ObservedState outcome : allowed().keySet()) {
      boolean met = outcome.meets(test.condition());
      List<String> row = new ArrayList<>(List.of(outcome + (met ? " *" : "")));
      for (ModelAnswer answer : answers) {
        AllowedOutcomes findings = answer.findings();
        row.add(findings == null ? "?" : findings.outcomes().containsKey(outcome) ? "yes" : "-");
      }
      table.row(row);
    }
    List<String> verdicts = new ArrayList<>(List.of("verdict"));
    for (ModelAnswer answer : answers) {
      verdicts.add(answer.findings() == null ? "?" : AnsweredTest.verdict(test, answer.verdict()));
    }
    table.row(verdicts);
    SortedSet<String> flags = new TreeSet<>();
    for (ModelAnswer answer : answers) {
      if (answer.findings() != null) {
        flags.addAll(answer.findings().flags().keySet());
      }
    }
    for (String flag : flags) {
      List<String> row = new ArrayList<>(List.of(flag));
      for (ModelAnswer answer : answers) {
        AllowedOutcomes findings = answer.findings();
        row.add(findings == null ? "?" : findings.flags().containsKey(flag) ? "yes" : "-");
      }
      table.row(row);
    }
    return table.text();
  }

  private String notes() {
    StringBuilder text = new StringBuilder();
    if (marked()) {
      text.append("* meets the condition\n");
    }
    for (ModelAnswer answer : answers) {
      AllowedOutcomes findings = answer.findings();
      if (findings == null) {
        text.append(answer.model()).append(": ").append(answer.problem()).append('\n');
      }
      AllowedOutcomes soFar = answer.soFar();
      if (soFar != null) {
        text.append(answer.model()).append(", allowed so far:");
        text.append(soFar.outcomes().isEmpty() ? " nothing\n" : "\n");
        soFar
            .outcomes()
            .keySet()
            .forEach(outcome ->
                text.append(
                    "  %s%s\n".formatted(outcome, outcome.meets(test.condition()) ? " *" : "")));
      }
    }
    if (answers.stream().anyMatch(answer -> answer.findings() != null && answer.findings().cut())) {
      text.append(
          "Loops were followed with each instruction executed up to %d times (--bound).\n"
              .formatted(bound));
    }
    return text.toString();
  }

  /** Whether some outcome bears a mark. */
  private boolean marked() {
    Stream<ObservedState> soFar =
        answers.stream()
            .flatMap(answer -> Stream.ofNullable(answer.soFar()))
            .flatMap(findings -> findings.outcomes().keySet().stream());
    return Stream.concat(allowed().keySet().stream(), soFar)
        .anyMatch(outcome -> outcome.meets(test.condition()));
  }

  private String witnesses(boolean meetsCondition) {
    StringBuilder text = new StringBuilder();
    for (Map.Entry<ObservedState, Map.Entry<String, CandidateExecution>> entry :
        allowed().entrySet()) {
      if (!meetsCondition || entry.getKey().meets(test.condition())) {
        text.append("\n%s, by %s:\n".formatted(entry.getKey(), entry.getValue().getKey()));
        text.append(WitnessText.of(test, entry.getValue().getValue(), "  "));
      }
    }
    for (ModelAnswer answer : answers) {
      AllowedOutcomes findings = answer.findings();
      if (findings != null && !meetsCondition) {
        findings
            .flags()
            .forEach((flag, execution) -> {
              text.append("\n%s, by %s:\n".formatted(flag, answer.model()));
              text.append(WitnessText.of(test, execution, "  "));
            });
      }
    }
    return text.toString();
  }
}
