package dev.syncopate.app.shrink;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Delta debugging: the algorithm ddmin of Zeller and Hildebrandt (Simplifying and Isolating
 * Failure-Inducing Input, TSE 2002). Its result is 1-minimal: without any one of its elements the
 * test no longer fails.
 */
final class DeltaDebugging<T> {
  /** Test of a list of elements. It gives the same result for the same list. */
  interface Test<T> {
    /**
     * Runs the test.
     *
     * @return those of the elements that took part if it has failed; else none
     */
    Optional<List<T>> failing(List<T> elements);

    /** Whether further tests may be run; else the result is the best so far. */
    boolean goesOn();
  }

  private final Test<T> test;
  private final Map<List<T>, Optional<List<T>>> results = new HashMap<>();

  DeltaDebugging(Test<T> test) {
    this.test = test;
  }

  /**
   * Removes elements as long as the test fails without them.
   *
   * @param failing elements with which it fails
   */
  List<T> minimise(List<T> failing) {
    List<T> best = failing;
    int parts = 2;
    while (best.size() > 1 && test.goesOn()) {
      Optional<List<T>> smaller = part(best, parts);
      if (smaller.isPresent()) {
        best = smaller.get();
        parts = 2;
        continue;
      }
      smaller = parts == 2 ? Optional.empty() : rest(best, parts);
      if (smaller.isPresent()) {
        best = smaller.get();
        parts = Math.max(2, parts - 1);
      } else if (parts < best.size()) {
        parts = Math.min(best.size(), 2 * parts);
      } else {
        break;
      }
    }
    return best;
  }

  /** Elements of one part with which the test fails. */
  private Optional<List<T>> part(List<T> elements, int parts) {
    for (int i = 0; i < parts && test.goesOn(); i++) {
      Optional<List<T>> failing =
          failing(elements.subList(begin(elements, i, parts), begin(elements, i + 1, parts)));
      if (failing.isPresent()) {
        return failing;
      }
    }
    return Optional.empty();
  }

  /** Elements outside one part with which the test fails. */
  private Optional<List<T>> rest(List<T> elements, int parts) {
    for (int i = 0; i < parts && test.goesOn(); i++) {
      List<T> rest = new ArrayList<>(elements.subList(0, begin(elements, i, parts)));
      rest.addAll(elements.subList(begin(elements, i + 1, parts), elements.size()));
      Optional<List<T>> failing = failing(rest);
      if (failing.isPresent()) {
        return failing;
      }
    }
    return Optional.empty();
  }

  private static int begin(List<?> elements, int part, int parts) {
    return (int) ((long) elements.size() * part / parts);
  }

  private Optional<List<T>> failing(List<T> elements) {
    List<T> tried = List.copyOf(elements);
    Optional<List<T>> earlier = results.get(tried);
    if (earlier != null) {
      return earlier;
    }
    Optional<List<T>> failing =
        test.failing(tried).map(took -> tried.stream().filter(Set.copyOf(took)::contains).toList());
    if (test.goesOn() || failing.isPresent()) {
      results.put(tried, failing);
    }
    return failing;
  }
}
