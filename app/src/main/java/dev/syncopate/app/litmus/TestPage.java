package dev.syncopate.app.litmus;

import dev.syncopate.model.axiom.answer.ModelAnswer;
import dev.syncopate.model.axiom.candidate.AllowedOutcomes;
import dev.syncopate.model.axiom.candidate.CandidateExecution;
import dev.syncopate.model.axiom.candidate.OutcomeRefusal;
import dev.syncopate.model.axiom.candidate.outcome.Observables;
import dev.syncopate.model.axiom.candidate.outcome.ObservedState;
import dev.syncopate.model.axiom.cat.CatModel;
import dev.syncopate.model.axiom.cat.Judgement;
import dev.syncopate.model.axiom.witness.RefusalText;
import dev.syncopate.model.axiom.witness.WitnessSvg;
import dev.syncopate.model.explore.Exploration;
import dev.syncopate.model.litmus.FinalState;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.litmus.LitmusTest.Quantifier;
import dev.syncopate.study.html.PageTemplate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A litmus test as one HTML page, which needs no other file: its text, what each model says and by
 * which requirement it refuses, executions as pictures, and what simulated hardware does.
 */
public final class TestPage {
  private static final int MOST_PICTURES = 16;

  private final LitmusTest test;
  private final List<CatModel> models;
  private final List<ModelAnswer> answers;
  private final int bound;

  /** By model: why it refuses the outcome that is asked for. */
  private final SequencedMap<String, OutcomeRefusal> refusals = new LinkedHashMap<>();

  private TestPage(LitmusTest test, List<CatModel> models, List<ModelAnswer> answers, int bound) {
    this.test = test;
    this.models = models;
    this.answers = answers;
    this.bound = bound;
  }

  record Page(
      String name,
      String text,
      List<Row> verdicts,
      List<String> outcomeHeader,
      List<Row> outcomes,
      List<Row> hardware,
      String bound,
      List<Picture> refusals,
      List<Picture> executions) {}

  record Row(List<String> cells) {}

  /**
   * @param svg a whole SVG element
   * @param text lines below it; empty for none
   */
  record Picture(String title, String svg, String text) {}

  /**
   * What one protocol does.
   *
   * @param protocol its name
   * @param consistency consistency model of the hardware
   * @param exploration null where the hardware cannot run the test
   * @param refusal why it cannot; empty where it can
   */
  public record Hardware(
      String protocol, String consistency, @Nullable Exploration exploration, String refusal) {}

  /**
   * The page.
   *
   * @param text the test as its author wrote it
   * @param answers of the models, in their order
   * @param bound how often a thread executes an instruction at most, for the models
   * @param states how many states were explored of each machine at most
   */
  public static String of(
      LitmusTest test,
      String text,
      List<CatModel> models,
      List<ModelAnswer> answers,
      int bound,
      List<Hardware> hardware,
      long states) {
    TestPage page = new TestPage(test, models, answers, bound);
    page.refuse();
    return PageTemplate.of(TestPage.class, "test")
        .fill(
            new Page(
                test.name().isEmpty() ? "test" : test.name(),
                text.strip(),
                page.verdicts(),
                page.outcomeHeader(),
                page.outcomes(),
                hardware.stream().map(TestPage::row).toList(),
                "%,d".formatted(states),
                page.refusedPictures(),
                page.allowedPictures()));
  }

  /** Whether a final state is what the test asks about: its condition, or what breaks a claim. */
  private boolean isAsked(FinalState state) {
    return state.meets(test.condition()) != (test.quantifier() == Quantifier.FORALL);
  }

  private void refuse() {
    for (int i = 0; i < models.size(); i++) {
      AllowedOutcomes findings = answers.get(i).findings();
      if (findings != null && findings.outcomes().keySet().stream().noneMatch(this::isAsked)) {
        OutcomeRefusal refusal =
            OutcomeRefusal.of(test, models.get(i), Observables.asked(test), bound, this::isAsked);
        if (refusal != null) {
          refusals.put(models.get(i).name(), refusal);
        }
      }
    }
  }

  private List<Row> verdicts() {
    List<Row> rows = new ArrayList<>();
    for (ModelAnswer answer : answers) {
      OutcomeRefusal refusal = refusals.get(answer.model());
      rows.add(
          new Row(
              List.of(
                  answer.model(),
                  answer.findings() == null
                      ? String.valueOf(answer.problem())
                      : SuiteReport.cell(test, answer),
                  refusal == null ? "" : requirements(refusal))));
    }
    return rows;
  }

  private static String requirements(OutcomeRefusal refusal) {
    return refusal.judgement().violations().stream()
        .map(Judgement.Violation::requirement)
        .distinct()
        .collect(Collectors.joining(", "));
  }

  private List<String> outcomeHeader() {
    List<String> header = new ArrayList<>(List.of("outcome"));
    answers.forEach(answer -> header.add(answer.model()));
    return header;
  }

  private Map<ObservedState, Map.Entry<String, CandidateExecution>> allowed() {
    Map<ObservedState, Map.Entry<String, CandidateExecution>> allowed = new TreeMap<>();
    for (ModelAnswer answer : answers) {
      if (answer.findings() != null) {
        answer
            .findings()
            .outcomes()
            .forEach((outcome, execution) ->
                allowed.putIfAbsent(outcome, Map.entry(answer.model(), execution)));
      }
    }
    return allowed;
  }

  private List<Row> outcomes() {
    List<Row> rows = new ArrayList<>();
    for (ObservedState outcome : allowed().keySet()) {
      List<String> cells = new ArrayList<>();
      cells.add(outcome + (outcome.meets(test.condition()) ? " *" : ""));
      for (ModelAnswer answer : answers) {
        AllowedOutcomes findings = answer.findings();
        cells.add(findings == null ? "?" : findings.outcomes().containsKey(outcome) ? "yes" : "-");
      }
      rows.add(new Row(cells));
    }
    return rows;
  }

  private static Row row(Hardware hardware) {
    Exploration exploration = hardware.exploration();
    if (exploration == null) {
      return new Row(
          List.of(
              hardware.protocol(), hardware.consistency(), "not explored", "", hardware.refusal()));
    }
    String answer =
        switch (exploration.answer()) {
          case OBSERVED -> "observed";
          case NOT_OBSERVED -> "not observed";
          case HOLDS -> "holds";
          case VIOLATED -> "violated";
        };
    List<String> remarks = new ArrayList<>();
    exploration.failures().forEach(failure -> remarks.add(failure.message()));
    remarks.add(exploration.outcomes().size() + " outcomes");
    return new Row(
        List.of(
            hardware.protocol(),
            hardware.consistency(),
            exploration.complete() ? answer : answer + " so far",
            "%,d".formatted(exploration.states()),
            String.join("; ", remarks)));
  }

  /** One picture for each set of requirements by which models refuse. */
  private List<Picture> refusedPictures() {
    Map<String, List<String>> byRequirements = new LinkedHashMap<>();
    refusals.forEach((model, refusal) ->
        byRequirements
            .computeIfAbsent(requirements(refusal), unseen -> new ArrayList<>())
            .add(model));
    List<Picture> pictures = new ArrayList<>();
    byRequirements.forEach((requirement, refusing) -> {
      OutcomeRefusal refusal = refusals.get(refusing.getFirst());
      if (refusal != null) {
        pictures.add(
            new Picture(
                "Refused by %s: %s".formatted(String.join(", ", refusing), requirement),
                WitnessSvg.of(test, refusal.execution(), "breaks " + requirement),
                RefusalText.of(test, refusal, "")));
      }
    });
    return pictures;
  }

  private List<Picture> allowedPictures() {
    List<Picture> pictures = new ArrayList<>();
    for (Map.Entry<ObservedState, Map.Entry<String, CandidateExecution>> entry :
        allowed().entrySet()) {
      if (pictures.size() < MOST_PICTURES) {
        String title = "%s, allowed by %s".formatted(entry.getKey(), entry.getValue().getKey());
        pictures.add(
            new Picture(
                title,
                WitnessSvg.of(test, entry.getValue().getValue(), entry.getKey().toString()),
                ""));
      }
    }
    return pictures;
  }
}
