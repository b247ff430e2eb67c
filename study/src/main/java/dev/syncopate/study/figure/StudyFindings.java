package dev.syncopate.study.figure;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Everything a study has to show.
 *
 * @param name short name for files, for example {@code srsp}
 * @param title one line
 * @param facts what ran, on what, how: sentences
 * @param inputs what each subject worked on
 * @param figures in the paper's order
 * @param claims what the paper says, with verdicts; empty where there is no paper
 * @param beside the same claims judged with one thing changed; mostly none
 */
public record StudyFindings(
    String name,
    String title,
    List<String> facts,
    List<Input> inputs,
    List<Figure> figures,
    List<Claim> claims,
    List<RejudgedClaims> beside) {
  public StudyFindings {
    facts = List.copyOf(facts);
    inputs = List.copyOf(inputs);
    figures = List.copyOf(figures);
    claims = List.copyOf(claims);
    beside = List.copyOf(beside);
  }

  /** Findings that are judged once. */
  public StudyFindings(
      String name,
      String title,
      List<String> facts,
      List<Input> inputs,
      List<Figure> figures,
      List<Claim> claims) {
    this(name, title, facts, inputs, figures, claims, List.of());
  }

  /**
   * Its claims of these ids, in this order.
   *
   * @throws IllegalArgumentException if it has none of an id
   */
  public List<Claim> claims(List<String> ids) {
    return ids.stream()
        .map(id ->
            claims.stream()
                .filter(claim -> claim.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(name + " has no claim " + id)))
        .toList();
  }

  /**
   * The same with charts that name the graph with a subject where it is not the paper's: a stand-in
   * or a reduced graph does not go by the original's name.
   */
  public StudyFindings named() {
    Map<String, String> otherLabels =
        inputs.stream()
            .filter(input -> !input.used().equals(input.published()) && !input.used().equals("-"))
            .collect(
                Collectors.toMap(
                    Input::subject, input -> input.subject() + Figure.ON + input.used()));
    return new StudyFindings(
        name,
        title,
        facts,
        inputs,
        figures.stream()
            .map(figure -> figure.relabelled(label -> otherLabels.getOrDefault(label, label)))
            .toList(),
        claims,
        beside);
  }

  /**
   * The same without what has no result: groups, panels and whole figures of which nothing was
   * simulated, as when a study runs a part of its subjects. A fact names the figures.
   */
  public StudyFindings measured() {
    List<String> empty =
        figures.stream().filter(figure -> !figure.isMeasured()).map(Figure::title).toList();
    List<String> sentences = new ArrayList<>(facts);
    if (!empty.isEmpty()) {
      sentences.add("Figures without a result are left out: " + String.join("; ", empty) + ".");
    }
    return new StudyFindings(
        name,
        title,
        sentences,
        inputs,
        figures.stream().filter(Figure::isMeasured).map(Figure::measured).toList(),
        claims,
        beside);
  }

  /**
   * Input of a subject.
   *
   * @param subject name in the study
   * @param workload name of the workload with the options that all scenarios share
   * @param published name of the input in the paper, or a dash
   * @param used name of the graph that ran: the original's, or a stand-in's
   */
  public record Input(String subject, String workload, String published, String used) {}
}
