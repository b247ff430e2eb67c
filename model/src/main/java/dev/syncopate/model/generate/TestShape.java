package dev.syncopate.model.generate;

import dev.syncopate.model.litmus.LitmusScope;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Bounds of the tests that are generated.
 *
 * @param threads how many threads, 1 to 4
 * @param operations how many operations a thread has at most, at least 1
 * @param locations how many locations, 1 to 4
 * @param scopes the scopes of strong operations
 * @param kinds which operations there are
 * @param gpus how many GPUs the threads may stand on, at least 1
 */
public record TestShape(
    int threads,
    int operations,
    int locations,
    Set<LitmusScope> scopes,
    Set<Kind> kinds,
    int gpus) {

  /** Kinds of operations. */
  public enum Kind {
    /** Weak loads and stores. */
    WEAK,
    /** Relaxed loads and stores. */
    RELAXED,
    /** Acquire loads and release stores. */
    SYNCHRONISING,
    /** Exchanges that acquire and release. */
    ATOMIC,
    /**
     * Relaxed compare-and-swaps, of the initial value and of 1, which a location has or has not
     * when they are performed: some succeed, some fail.
     */
    SWAP,
    /** Commutative additions, with result and without, of each scope but the CTA's. */
    COMMUTATIVE,
    /** Acquire loads, release stores and exchanges that are remote, of each scope but the CTA's. */
    REMOTE,
    /** Acquire-release fences and fence.sc. */
    FENCE
  }

  /**
   * Checks and copies.
   *
   * @throws IllegalArgumentException where a number is out of its range or there is no operation
   */
  public TestShape {
    check("threads", threads, 1, 4);
    check("operations", operations, 1, 8);
    check("locations", locations, 1, 4);
    check("GPUs", gpus, 1, threads);
    scopes = Set.copyOf(scopes);
    kinds = Set.copyOf(kinds);
    if (kinds.isEmpty() || (scopes.isEmpty() && !kinds.equals(Set.of(Kind.WEAK)))) {
      throw new IllegalArgumentException("a shape needs kinds of operations, and scopes for them");
    }
  }

  private static void check(String noun, int value, int minimum, int maximum) {
    if (value < minimum || value > maximum) {
      throw new IllegalArgumentException(
          "found %d %s, expected %d to %d".formatted(value, noun, minimum, maximum));
    }
  }

  /** The scopes, the smallest first. */
  SortedSet<LitmusScope> orderedScopes() {
    return new TreeSet<>(scopes);
  }
}
