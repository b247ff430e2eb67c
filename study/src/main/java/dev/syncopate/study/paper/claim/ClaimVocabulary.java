package dev.syncopate.study.paper.claim;

import dev.syncopate.study.paper.claim.SimulationLabels.Dimension;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;

/**
 * The names that a paper's claims are written with, bound to a study's results: labels of places,
 * lists of labels, quantities, and computations that no formula expresses.
 */
public final class ClaimVocabulary {
  private final Map<String, UnaryOperator<SimulationLabels>> labels = new LinkedHashMap<>();
  private final Map<String, List<String>> lists = new LinkedHashMap<>();
  private final Map<String, Formula> quantities = new LinkedHashMap<>();
  private final Map<String, Function<List<String>, ClaimOutcome>> computations =
      new LinkedHashMap<>();
  private final List<String> subjects = new ArrayList<>();
  private final Set<String> compared = new HashSet<>();
  private final ToDoubleBiFunction<SimulationLabels, String> counter;

  /**
   * @param counter value of a counter of docs/use/statistics.md at a place; NaN if not measured
   */
  public ClaimVocabulary(ToDoubleBiFunction<SimulationLabels, String> counter) {
    this.counter = counter;
  }

  /** Labels of subjects, in the paper's order. */
  public ClaimVocabulary subjects(Collection<String> names) {
    subjects.addAll(names);
    return labels(Dimension.SUBJECT, names);
  }

  /** Labels of scenarios. */
  public ClaimVocabulary scenarios(Collection<String> names) {
    compared.addAll(names);
    return labels(Dimension.SCENARIO, names);
  }

  /** Labels of sizes. */
  public ClaimVocabulary sizes(Collection<String> names) {
    compared.addAll(names);
    return labels(Dimension.SIZE, names);
  }

  private ClaimVocabulary labels(Dimension dimension, Collection<String> names) {
    names.forEach(name -> label(name, place -> place.with(dimension, name)));
    return this;
  }

  /** A label that depends on the others, such as "the same with the strict model". */
  public ClaimVocabulary label(String name, UnaryOperator<SimulationLabels> relocation) {
    return put(labels, name, relocation);
  }

  /** A list of labels; the empty list is one of which nothing is measured. */
  public ClaimVocabulary list(String name, List<String> names) {
    return put(lists, name, List.copyOf(names));
  }

  /** A number at a place; NaN if not measured. */
  public ClaimVocabulary quantity(String name, ToDoubleFunction<SimulationLabels> quantity) {
    return put(quantities, name, quantity::applyAsDouble);
  }

  /**
   * A judgement that is an algorithm rather than a formula.
   *
   * @param computation takes the arguments that the claim gives it
   */
  public ClaimVocabulary computed(String name, Function<List<String>, ClaimOutcome> computation) {
    return put(computations, name, computation);
  }

  private <T> ClaimVocabulary put(Map<String, T> names, String name, T meaning) {
    if (names.putIfAbsent(name, meaning) != null) {
      throw new IllegalArgumentException("the vocabulary has %s twice".formatted(name));
    }
    return this;
  }

  Optional<UnaryOperator<SimulationLabels>> label(String name) {
    return Optional.ofNullable(labels.get(name));
  }

  /** The labels of a list, or the one label of that name. */
  Optional<List<String>> labels(String name) {
    return lists.containsKey(name)
        ? Optional.ofNullable(lists.get(name))
        : label(name).map(_ -> List.of(name));
  }

  /** A name with a dot is that of a counter. */
  Optional<Formula> quantity(String name) {
    return name.contains(".")
        ? Optional.of(place -> counter.applyAsDouble(place, name))
        : Optional.ofNullable(quantities.get(name));
  }

  Optional<Function<List<String>, ClaimOutcome>> computation(String name) {
    return Optional.ofNullable(computations.get(name));
  }

  /** Whether a label is a scenario or a size, which are what claims compare. */
  boolean compares(String label) {
    return compared.contains(label);
  }

  /** Where a subject is in the paper's order. */
  int order(SimulationLabels place) {
    return subjects.indexOf(place.subject());
  }

  List<String> labelNames() {
    List<String> names = new ArrayList<>(labels.keySet());
    names.addAll(lists.keySet());
    return names;
  }

  List<String> quantityNames() {
    return List.copyOf(quantities.keySet());
  }

  List<String> computationNames() {
    return List.copyOf(computations.keySet());
  }
}
