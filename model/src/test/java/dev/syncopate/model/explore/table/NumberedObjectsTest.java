package dev.syncopate.model.explore.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Objects that stay where they were put, whichever threads put them. */
class NumberedObjectsTest {
  @Test
  void objectsAreFoundByTheirNumbers() {
    NumberedObjects<String> objects = new NumberedObjects<>();
    for (int number = 0; number < 10_000; number++) {
      assertThat(objects.get(number)).isNull();
      assertThat(objects.add("object " + number)).isEqualTo(number);
      assertThat(objects.get(number)).isEqualTo("object " + number);
    }
    assertThat(objects.size()).isEqualTo(10_000);
    assertThat(IntStream.range(0, 10_000).mapToObj(objects::get))
        .containsExactlyElementsOf(
            IntStream.range(0, 10_000).mapToObj(number -> "object " + number).toList());
    assertThat(objects.get(1_000_000)).isNull();
  }

  @Test
  void anObjectReplacesTheExpectedOneOnly() {
    NumberedObjects<String> objects = new NumberedObjects<>();
    assertThat(objects.replace(70, null, "first")).isTrue();
    assertThat(objects.replace(70, null, "second")).isFalse();
    assertThat(objects.get(70)).isEqualTo("first");
    assertThat(objects.replace(70, "first", "second")).isTrue();
    assertThat(objects.get(70)).isEqualTo("second");
  }

  /** Of several threads that put an object at each number, one succeeds. */
  @Test
  void oneThreadPutsAnObjectAtEachNumber() {
    for (int round = 0; round < 20; round++) {
      NumberedObjects<Integer> objects = new NumberedObjects<>();
      int numbers = 5_000;
      long put =
          IntStream.range(0, 4 * numbers)
              .parallel()
              .filter(i -> objects.replace(i % numbers, null, i))
              .count();
      assertThat(put).isEqualTo(numbers);
      for (int number = 0; number < numbers; number++) {

        assertThat(Objects.requireNonNull(objects.get(number)) % numbers).isEqualTo(number);
      }
    }
  }
}
