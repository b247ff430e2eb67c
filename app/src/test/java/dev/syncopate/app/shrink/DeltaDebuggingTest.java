package dev.syncopate.app.shrink;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Lists that are shrunk as long as a test fails. */
class DeltaDebuggingTest {
  /** Counts its runs, of which there may be so many. */
  private static final class CountedTest implements DeltaDebugging.Test<Integer> {
    private final Function<List<Integer>, Optional<List<Integer>>> test;
    private final int limit;
    private int runs;

    CountedTest(Function<List<Integer>, Optional<List<Integer>>> test, int limit) {
      this.test = test;
      this.limit = limit;
    }

    @Override
    public Optional<List<Integer>> failing(List<Integer> elements) {
      runs++;
      return test.apply(elements);
    }

    @Override
    public boolean goesOn() {
      return runs < limit;
    }
  }

  private static Optional<List<Integer>> withAll(List<Integer> elements, Set<Integer> needed) {
    return elements.containsAll(needed) ? Optional.of(elements) : Optional.empty();
  }

  private static List<Integer> upTo(int count) {
    return IntStream.range(0, count).boxed().toList();
  }

  @Test
  void whatIsNeededIsLeftInItsOrder() {
    long seed = 38;
    Random random = new Random(seed);
    for (int round = 0; round < 200; round++) {
      int size = 1 + random.nextInt(300);
      Set<Integer> needed = new HashSet<>();
      int count = 1 + random.nextInt(5);
      for (int i = 0; i < count; i++) {
        needed.add(random.nextInt(size));
      }
      CountedTest test = new CountedTest(elements -> withAll(elements, needed), Integer.MAX_VALUE);
      assertThat(new DeltaDebugging<>(test).minimise(upTo(size)))
          .as("seed %d, round %d", seed, round)
          .isEqualTo(needed.stream().sorted().toList());
      assertThat(test.runs).as("round %d", round).isLessThan(60 * needed.size());
    }
  }

  /** Any test: without any one of the elements that are left it does not fail. */
  @Test
  void nothingThatIsLeftCanBeRemovedAlone() {
    long seed = 39;
    Random random = new Random(seed);
    for (int round = 0; round < 200; round++) {
      int mask = 1 + random.nextInt(63);
      int remainder = random.nextInt(7);
      Function<List<Integer>, Boolean> fails =
          elements ->
              elements.stream().mapToInt(element -> element * mask).sum() % 7 == remainder
                  && elements.size() > 2;
      List<Integer> failing = new ArrayList<>(upTo(20 + random.nextInt(20)));
      while (!fails.apply(failing)) {
        failing.removeLast();
        if (failing.isEmpty()) {
          break;
        }
      }
      if (failing.isEmpty()) {
        continue;
      }
      CountedTest test =
          new CountedTest(
              elements -> fails.apply(elements) ? Optional.of(elements) : Optional.empty(),
              Integer.MAX_VALUE);
      List<Integer> minimal = new DeltaDebugging<>(test).minimise(failing);
      assertThat(fails.apply(minimal)).isTrue();
      for (Integer element : minimal) {
        List<Integer> rest = minimal.stream().filter(kept -> !kept.equals(element)).toList();
        assertThat(rest.size() > 0 && fails.apply(rest))
            .as("seed %d, round %d: %s without %d", seed, round, minimal, element)
            .isFalse();
      }
    }
  }

  @Test
  void whatDidNotTakePartIsNotTriedAgain() {
    Set<Integer> needed = Set.of(3, 77);
    CountedTest test =
        new CountedTest(
            elements ->
                withAll(elements, needed)
                    .map(took -> took.stream().filter(element -> element % 2 == 1).toList()),
            Integer.MAX_VALUE);
    assertThat(new DeltaDebugging<>(test).minimise(upTo(100))).containsExactly(3, 77);
  }

  @Test
  void theBestSoFarIsLeftWhenRunsAreUsedUp() {
    Set<Integer> needed = Set.of(5);
    CountedTest test = new CountedTest(elements -> withAll(elements, needed), 2);
    assertThat(new DeltaDebugging<>(test).minimise(upTo(100))).hasSize(25).contains(5);
  }
}
