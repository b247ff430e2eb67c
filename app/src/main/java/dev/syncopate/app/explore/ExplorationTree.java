package dev.syncopate.app.explore;

import dev.syncopate.app.report.Version;
import dev.syncopate.model.explore.Exploration;
import dev.syncopate.model.explore.ExplorationFailure;
import dev.syncopate.model.explore.ObservedOutcome;
import dev.syncopate.model.explore.SetupCoverage;
import dev.syncopate.model.explore.report.ScheduleText;
import dev.syncopate.model.progress.TerminationQuestion;
import dev.syncopate.model.verdict.Verdict;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Explorations as nested maps, for JSON. */
public final class ExplorationTree {
  /** Version of the document: a new one whenever a member changes its name or meaning. */
  public static final int SCHEMA = 1;

  private ExplorationTree() {}

  /**
   * The document of several tests.
   *
   * @param interrupted whether the command was ended before it was done
   */
  public static Map<String, Object> of(ExploredTests tests, boolean interrupted) {
    Map<String, Object> tree = new LinkedHashMap<>();
    Version version = Version.current();
    tree.put("schema", SCHEMA);
    tree.put("version", version.number());
    tree.put("commit", version.wholeCommit());
    tree.put("interrupted", interrupted);
    tree.put("notBegun", tests.notBegun());
    tree.put("tests", tests.explored().stream().map(ExplorationTree::of).toList());
    return tree;
  }

  private static Map<String, Object> of(ExploredTest test) {
    Exploration exploration = test.exploration();
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("name", exploration.test().name());
    tree.put("protocol", exploration.protocol());
    tree.put("consistency", exploration.model());
    tree.put("answer", lower(exploration.answer()));
    tree.put("complete", exploration.complete());
    List<ObservedOutcome> matching = exploration.matching();
    tree.put(
        "outcomes",
        exploration.outcomes().stream()
            .map(outcome -> outcome(outcome, matching.contains(outcome)))
            .toList());
    tree.put("failures", exploration.failures().stream().map(ExplorationTree::failure).toList());
    tree.put("coverage", exploration.coverage().stream().map(ExplorationTree::coverage).toList());
    tree.put("seconds", test.seconds());
    TerminationQuestion termination = test.termination();
    if (termination != null) {
      tree.put("fairness", termination.fairness().text());
      tree.put("progressOf", termination.granularity().text());
      if (exploration.complete() || test.hangs()) {
        tree.put("ends", !test.hangs());
      }
    }
    Verdict verdict = test.verdict();
    if (verdict != null) {
      tree.put("verdict", verdict(verdict));
    }
    if (test.unjudged() != null) {
      tree.put("unjudged", test.unjudged());
    }
    return tree;
  }

  private static Map<String, Object> outcome(ObservedOutcome outcome, boolean matches) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("values", outcome.values());
    tree.put("meetsCondition", matches);
    tree.put("finalStates", outcome.states());
    tree.put("setup", outcome.setup().fields());
    tree.put("schedule", ScheduleText.of(outcome.schedule()));
    return tree;
  }

  private static Map<String, Object> failure(ExplorationFailure failure) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("kind", lower(failure.kind()));
    tree.put("message", failure.message());
    tree.put("setup", failure.setup().fields());
    tree.put("schedule", ScheduleText.of(failure.schedule()));
    tree.put("waiting", failure.schedule().waiting());
    return tree;
  }

  private static Map<String, Object> coverage(SetupCoverage coverage) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("setup", coverage.setup().fields());
    tree.put("states", coverage.extent().states());
    tree.put("transitions", coverage.extent().transitions());
    tree.put("depth", coverage.extent().depth());
    tree.put("partStates", coverage.extent().partStates());
    tree.put("partTransitions", coverage.extent().partTransitions());
    tree.put("messages", coverage.extent().messages());
    tree.put("complete", coverage.complete());
    return tree;
  }

  private static Map<String, Object> verdict(Verdict verdict) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("model", verdict.model());
    tree.put("racy", verdict.racy());
    tree.put("cut", verdict.cut());
    tree.put(
        "forbidden",
        verdict.forbidden().stream()
            .map(forbidden -> {
              Map<String, Object> entry = new LinkedHashMap<>();
              entry.put("values", forbidden.outcome().values());
              entry.put("breaks", forbidden.requirements());
              return entry;
            })
            .toList());
    tree.put("unobserved", verdict.unobserved());
    return tree;
  }

  private static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
