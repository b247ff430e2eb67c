package dev.syncopate.study.compare;

import dev.syncopate.study.figure.Means;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.stream.Collectors;

/**
 * Recommendation of a comparison: a mechanism, its margin over the next, and the workloads on which
 * another mechanism is faster.
 *
 * <p>Mechanisms whose times differ by less than {@link #LEVEL} are level. The reference is
 * recommended wherever it is level with the fastest: a mechanism that saves nothing is not worth
 * its hardware. Only mechanisms with a right answer on every workload are recommended.
 *
 * @param workloads those that any mechanism has answered
 * @param mechanisms the reference of speed-ups first
 * @param cycles of each workload under each mechanism
 */
record Recommendation(List<String> workloads, List<String> mechanisms, Measure cycles) {
  /** Ratio of two times below which two mechanisms are level. */
  static final double LEVEL = 1.02;

  /** A number of a workload under a mechanism; NaN without a right answer. */
  interface Measure {
    double of(String workload, String mechanism);
  }

  /** Geometric mean of a mechanism's times over the reference's. */
  private record Candidate(String mechanism, double time) {}

  Recommendation {
    workloads = List.copyOf(workloads);
    mechanisms = List.copyOf(mechanisms);
  }

  /** Sentences for the head of a report; one only if there is nothing to choose from. */
  List<String> sentences() {
    List<Candidate> candidates = candidates();
    List<String> sentences = new ArrayList<>();
    if (candidates.isEmpty()) {
      sentences.add("No recommendation: no mechanism has a right answer on every workload.");
    } else if (mechanisms.size() > 1) {
      sentences.add(recommendation(candidates));
      exceptions(recommended(candidates)).ifPresent(sentences::add);
    }
    List<String> incomplete =
        mechanisms.stream().filter(mechanism -> !answersAll(mechanism)).toList();
    if (!incomplete.isEmpty() && !candidates.isEmpty()) {
      sentences.add(
          "Not considered, since they have no right answer on %s: %s."
              .formatted(
                  workloads.size() == 1 ? "the workload" : "every workload",
                  MechanismStandings.together(incomplete)));
    }
    return sentences;
  }

  /**
   * The recommended mechanism, then those that a changed machine may put before it: the fastest
   * that is not level with it, or else the fastest other one, and the reference. Without
   * repetition; fewer than two if there is no choice.
   */
  List<String> finalists() {
    List<Candidate> candidates = candidates();
    if (candidates.isEmpty()) {
      return List.of();
    }
    Candidate recommended = recommended(candidates);
    SequencedSet<String> finalists = new LinkedHashSet<>(List.of(recommended.mechanism));
    rival(candidates)
        .or(() ->
            candidates.stream().filter(candidate -> !candidate.equals(recommended)).findFirst())
        .ifPresent(rival -> finalists.add(rival.mechanism));
    reference(candidates).ifPresent(reference -> finalists.add(reference.mechanism));
    return List.copyOf(finalists);
  }

  /**
   * A cost of the recommended mechanism compared with the least cost of any, in one sentence;
   * nothing where no mechanism is recommended over another or the cost was not measured.
   *
   * @param cost its name, for example {@code Energy}
   * @param costs of each workload under each mechanism; NaN where it was not measured
   */
  Optional<String> cost(String cost, Measure costs) {
    List<Candidate> candidates = candidates();
    if (candidates.size() < 2) {
      return Optional.empty();
    }
    String recommended = recommended(candidates).mechanism;
    String reference = mechanisms.getFirst();
    List<Candidate> byCost =
        candidates.stream()
            .map(candidate ->
                new Candidate(
                    candidate.mechanism,
                    Means.geometric(
                        workloads.stream()
                            .map(workload ->
                                costs.of(workload, candidate.mechanism)
                                    / costs.of(workload, reference))
                            .toList())))
            .filter(candidate -> !Double.isNaN(candidate.time))
            .sorted(Comparator.comparingDouble(Candidate::time))
            .toList();
    Optional<Candidate> chosen =
        byCost.stream().filter(candidate -> candidate.mechanism.equals(recommended)).findFirst();
    if (chosen.isEmpty()) {
      return Optional.empty();
    }
    Candidate cheapest = byCost.getFirst();
    String first =
        String.format(
            Locale.ROOT,
            "%s over that of %s: %s %.2f",
            cost,
            reference,
            recommended,
            chosen.get().time);
    if (chosen.get().time / cheapest.time < LEVEL) {
      return Optional.of(first + ", the least or level with it.");
    }
    boolean asFast =
        candidates.stream()
            .anyMatch(candidate ->
                candidate.mechanism.equals(cheapest.mechanism)
                    && candidate.time / candidates.getFirst().time < LEVEL);
    return Optional.of(
        String.format(
            Locale.ROOT,
            "%s, least %s %.2f%s.",
            first,
            cheapest.mechanism,
            cheapest.time,
            asFast ? ", which is level in time: prefer it where this cost counts" : ""));
  }

  private boolean answersAll(String mechanism) {
    return workloads.stream().noneMatch(workload -> Double.isNaN(cycles.of(workload, mechanism)));
  }

  /** Mechanisms that answer every workload, the fastest first. */
  private List<Candidate> candidates() {
    if (workloads.isEmpty()) {
      return List.of();
    }
    List<String> answering = mechanisms.stream().filter(this::answersAll).toList();
    return answering.stream()
        .map(mechanism -> new Candidate(mechanism, mean(mechanism, answering.getFirst())))
        .sorted(Comparator.comparingDouble(Candidate::time))
        .toList();
  }

  private double mean(String mechanism, String reference) {
    return Means.geometric(
        workloads.stream()
            .map(workload -> cycles.of(workload, mechanism) / cycles.of(workload, reference))
            .toList());
  }

  private Candidate recommended(List<Candidate> candidates) {
    Candidate fastest = candidates.getFirst();
    return reference(candidates)
        .filter(reference -> reference.time / fastest.time < LEVEL)
        .orElse(fastest);
  }

  private Optional<Candidate> reference(List<Candidate> candidates) {
    return candidates.stream()
        .filter(candidate -> candidate.mechanism.equals(mechanisms.getFirst()))
        .findFirst();
  }

  /** The fastest that is slower than what is level with the fastest. */
  private static Optional<Candidate> rival(List<Candidate> candidates) {
    double fastest = candidates.getFirst().time;
    return candidates.stream().filter(candidate -> candidate.time / fastest >= LEVEL).findFirst();
  }

  private String recommendation(List<Candidate> candidates) {
    Candidate recommended = recommended(candidates);
    Candidate fastest = candidates.getFirst();
    StringBuilder text = new StringBuilder("Recommended: ").append(recommended.mechanism);
    Optional<Candidate> reference = reference(candidates);
    if (recommended.mechanism.equals(mechanisms.getFirst())) {
      text.append(", the reference");
    } else if (reference.isPresent()) {
      text.append(
          String.format(
              Locale.ROOT,
              ", %.2f times as fast as %s",
              reference.get().time / recommended.time,
              reference.get().mechanism));
    }
    text.append(
        workloads.size() == 1
            ? "."
            : " (geometric mean over %d workloads).".formatted(workloads.size()));
    List<String> level =
        candidates.stream()
            .filter(candidate ->
                !candidate.equals(recommended) && candidate.time / fastest.time < LEVEL)
            .map(Candidate::mechanism)
            .toList();
    if (!level.isEmpty()) {
      text.append(" Level with it (within 2 %): ")
          .append(MechanismStandings.together(level))
          .append('.');
    }
    rival(candidates)
        .ifPresent(rival ->
            text.append(
                String.format(
                    Locale.ROOT,
                    " The next, %s, takes %.0f %% longer.",
                    rival.mechanism,
                    100 * (rival.time / recommended.time - 1))));
    return text.toString();
  }

  /** The workloads on which another mechanism is faster and not level. */
  private Optional<String> exceptions(Candidate recommended) {
    if (workloads.size() == 1) {
      return Optional.empty();
    }
    List<String> exceptions = new ArrayList<>();
    for (String workload : workloads) {
      double ownCycles = cycles.of(workload, recommended.mechanism);
      mechanisms.stream()
          .filter(mechanism -> ownCycles / cycles.of(workload, mechanism) >= LEVEL)
          .min(Comparator.comparingDouble(mechanism -> cycles.of(workload, mechanism)))
          .ifPresent(rival ->
              exceptions.add(
                  String.format(
                      Locale.ROOT,
                      "%s (%s, %.2f times as fast)",
                      workload,
                      rival,
                      ownCycles / cycles.of(workload, rival))));
    }
    return Optional.of(
        exceptions.isEmpty()
            ? "It is the fastest, or level with the fastest, on every workload."
            : "Another mechanism is faster on %d of %d workloads: %s."
                .formatted(
                    exceptions.size(),
                    workloads.size(),
                    exceptions.stream().collect(Collectors.joining(", "))));
  }
}
