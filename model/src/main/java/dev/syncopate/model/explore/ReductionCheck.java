package dev.syncopate.model.explore;

import dev.syncopate.model.explore.search.Ending;
import dev.syncopate.model.explore.search.Fault;
import dev.syncopate.model.explore.search.Found;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/** Compares what a search finds that leaves out orders with what the plain one finds. */
final class ReductionCheck {
  private ReductionCheck() {}

  /**
   * Compares; nothing where one of the searches was stopped.
   *
   * @param where for the message
   * @throws IllegalStateException where they differ
   */
  static void compare(Found plain, Found reduced, Supplier<String> where) {
    if (!plain.complete() || !reduced.complete()) {
      return;
    }
    Set<String> more = texts(plain);
    Set<String> other = texts(reduced);
    if (!more.equals(other)) {
      Set<String> lost = new TreeSet<>(more);
      lost.removeAll(other);
      other.removeAll(more);
      throw new IllegalStateException(
          "%s: the reduction is wrong: it loses %s and adds %s"
              .formatted(where.get(), lost, other));
    }
  }

  /** Outcomes with the number of their final states, and faults. */
  private static Set<String> texts(Found found) {
    Set<String> texts = new TreeSet<>();
    for (Ending ending : found.endings()) {
      texts.add("%s in %d final states".formatted(ending.values(), ending.states()));
    }
    for (Fault fault : found.faults()) {
      // of a livelock that comes round by several steps the first that is met is shown
      texts.add(fault.kind() + (fault.round().isEmpty() ? ": " + fault.message() : ""));
    }
    return texts;
  }
}
