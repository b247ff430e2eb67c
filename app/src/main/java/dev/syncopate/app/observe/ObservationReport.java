package dev.syncopate.app.observe;

import dev.syncopate.app.litmus.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Observed outcomes for people. */
public final class ObservationReport {
  private ObservationReport() {}

  /** One test: each outcome, how often it was observed, and whether the model allows it. */
  public static String of(Observation observation) {
    TextTable table = new TextTable();
    table.row(List.of("", "observed", observation.answer().model()));
    Set<String> allowed = observation.allowed();
    Set<String> texts = new TreeSet<>(allowed);
    texts.addAll(observation.outcomes().keySet());
    for (String text : texts) {
      table.row(
          List.of(
              text + (observation.witnesses().contains(text) ? " *" : ""),
              "%,d".formatted(observation.outcomes().getOrDefault(text, 0)),
              opinion(observation, allowed.contains(text))));
    }
    for (Map.Entry<String, Integer> ending : observation.endless().entrySet()) {
      table.row(List.of(ending.getKey(), "%,d".formatted(ending.getValue()), ""));
    }
    String note = note(observation);
    return observation.test().name()
        + "\n\n"
        + table.text()
        + (observation.witnesses().isEmpty() ? "" : "* meets the condition\n")
        + (note.isEmpty() ? "" : note + "\n");
  }

  private static String opinion(Observation observation, boolean allowed) {
    return observation.answer().findings() == null
        ? "?"
        : allowed ? "allowed" : observation.isJudged() ? "FORBIDDEN" : "-";
  }

  private static String note(Observation observation) {
    String problem = observation.answer().problem();
    return problem != null
        ? "%s has no answer: %s".formatted(observation.answer().model(), problem)
        : observation.isJudged()
            ? ""
            : "the model promises nothing: " + String.join(" ", observation.answer().undefining());
  }

  /** Several tests, a row each. */
  public static String table(List<Observation> observations) {
    TextTable table = new TextTable();
    table.row(List.of("test", "outcomes", "allowed", "condition", "note"));
    for (Observation observation : observations) {
      List<String> notes = new ArrayList<>();
      if (!observation.forbidden().isEmpty()) {
        notes.add("FORBIDDEN: " + String.join("; ", observation.forbidden()));
      }
      observation.endless().forEach((ending, count) -> notes.add(ending));
      String note = note(observation);
      if (!note.isEmpty()) {
        notes.add(note);
      }
      table.row(
          List.of(
              observation.test().name(),
              Integer.toString(observation.outcomes().size()),
              observation.answer().findings() == null
                  ? "?"
                  : Integer.toString(observation.allowed().size()),
              observation.witnesses().isEmpty() ? "never" : "seen",
              String.join("; ", notes)));
    }
    return table.text();
  }
}
