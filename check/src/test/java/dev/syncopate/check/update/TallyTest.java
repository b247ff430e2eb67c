package dev.syncopate.check.update;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.check.update.LostUpdate.Who;
import dev.syncopate.check.update.Tally.Ended;
import dev.syncopate.check.update.Tally.Lost;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How many updates of a value there may be. */
class TallyTest {
  private final Tally tally = new Tally(0, 4);

  private static Ended by(int thread, long written) {
    return new Ended(new Who(0, thread), 1, 2, written);
  }

  private void update(int thread, long read, long written) {
    tally.update(read, by(thread, written));
    tally.write(written);
  }

  private List<Lost> all() {
    List<Lost> all = new ArrayList<>();
    for (Lost lost = tally.next(); lost != null; lost = tally.next()) {
      all.add(lost);
    }
    return all;
  }

  @Test
  void whatWasThereAtFirstCanBeUpdatedOnce() {
    update(1, 0, 1);
    assertThat(all()).isEmpty();
    update(2, 1, 2);
    assertThat(all()).isEmpty();
    update(3, 1, 2);
    assertThat(all()).containsExactly(new Lost(by(3, 2), by(2, 2)));
    assertThat(all()).isEmpty(); // it has been told
    update(4, 1, 2);
    assertThat(all()).hasSize(1);
  }

  @Test
  void aValueThatIsWrittenAgainCanBeUpdatedAgain() {
    update(1, 0, 1);
    tally.write(0);
    update(2, 0, 1);
    assertThat(all()).isEmpty();
    update(3, 0, 1);
    assertThat(all()).hasSize(1);
  }

  @Test
  void whileAnAtomicIsOnItsWayNothingIsKnown() {
    update(1, 0, 1);
    tally.flies();
    update(2, 1, 2);
    update(3, 1, 2);
    assertThat(all()).isEmpty();
    tally.update(5, new Ended(new Who(0, 9), 7, 7, 1)); // it wrote another 1
    tally.write(5);
    tally.write(1);
    tally.landed();
    assertThat(all()).isEmpty();
  }

  @Test
  void writesOfWhichNobodyKnowsTheValueMayHaveWrittenAny() {
    tally.writeUnknown();
    update(1, 0, 1);
    update(2, 0, 1);
    assertThat(all()).isEmpty();
    update(3, 0, 1);
    assertThat(all()).hasSize(1);
  }

  @Test
  void whereAValueComesFromNowhereNothingIsKnownAnyMore() {
    update(1, 0, 1);
    update(2, 7, 8);
    update(3, 1, 2);
    update(4, 1, 2);
    assertThat(all()).isEmpty();
  }

  /**
   * Threads update one place, by atomics and in two halves, with resets in between, one access
   * after the other; what a read has read is told, which write it was is not.
   */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void noMoreAreToldThanAreLost(long seed) {
    Random random = new Random(seed);
    int told = 0;
    int lost = 0;
    for (int run = 0; run < 300; run++) {
      int values = 2 + random.nextInt(30);
      int threads = 1 + random.nextInt(4);
      boolean atomically = random.nextInt(3) == 0;
      Tally each = new Tally(0, 4);
      long memory = random.nextInt(values);
      int number = 0; // of the write that is there
      long[] read = new long[threads];
      int[] from = new int[threads];
      boolean[] reading = new boolean[threads];
      boolean[] updated = new boolean[1000]; // writes that were the beginning of an update
      int here = 0;
      int toldHere = 0;
      for (int step = 0; step < 200; step++) {
        int thread = random.nextInt(threads);
        int what = random.nextInt(10);
        if (reading[thread]) {
          here += updated[from[thread]] ? 1 : 0;
          updated[from[thread]] = true;
          memory = (read[thread] + 1) % values;
          each.update(read[thread], by(thread, memory));
          each.write(memory);
          number++;
          reading[thread] = false;
        } else if (what == 0) {
          memory = random.nextInt(values);
          each.write(memory);
          number++;
        } else if (what < 4 || atomically) {
          here += updated[number] ? 1 : 0;
          updated[number] = true;
          long before = memory;
          memory = (before + 1) % values;
          each.flies();
          each.landed();
          each.update(before, by(thread, memory));
          each.write(memory);
          number++;
        } else {
          read[thread] = memory;
          from[thread] = number;
          reading[thread] = true;
        }
        for (Lost one = each.next(); one != null; one = each.next()) {
          toldHere++;
        }
        assertThat(toldHere)
            .as("seed %d, run %d, step %d", seed, run, step)
            .isLessThanOrEqualTo(here);
      }
      told += toldHere;
      lost += here;
    }
    assertThat(told).as("seed %d: told of %d", seed, lost).isGreaterThan(lost / 3);
  }
}
