package dev.syncopate.model.explore;

import dev.syncopate.model.explore.search.FinalOutcome;
import dev.syncopate.model.explore.search.PropertyViolation;
import dev.syncopate.model.explore.search.SearchResult;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/** Compares what a search finds that leaves out orders with what the plain one finds. */
final class ReductionCheck {
  private ReductionCheck() {}

  /**
   * Compares; nothing where one of the searches was stopped.
   *
   * @param description for the message
   * @throws IllegalStateException where they differ
   */
  static void compare(SearchResult plain, SearchResult reduced, Supplier<String> description) {
    if (!plain.complete() || !reduced.complete()) {
      return;
    }
    Set<String> plainTexts = texts(plain);
    Set<String> reducedTexts = texts(reduced);
    if (!plainTexts.equals(reducedTexts)) {
      Set<String> lost = new TreeSet<>(plainTexts);
      lost.removeAll(reducedTexts);
      reducedTexts.removeAll(plainTexts);
      throw new IllegalStateException(
          "%s: the reduction is wrong: it loses %s and adds %s"
              .formatted(description.get(), lost, reducedTexts));
    }
  }

  /** Outcomes with the number of their final states, and faults. */
  private static Set<String> texts(SearchResult result) {
    Set<String> texts = new TreeSet<>();
    for (FinalOutcome ending : result.endings()) {
      texts.add("%s in %d final states".formatted(ending.values(), ending.states()));
    }
    for (PropertyViolation fault : result.faults()) {
      // of a livelock that comes round by several steps the first that is met is shown
      texts.add(fault.kind() + (fault.round().isEmpty() ? ": " + fault.message() : ""));
    }
    return texts;
  }
}
