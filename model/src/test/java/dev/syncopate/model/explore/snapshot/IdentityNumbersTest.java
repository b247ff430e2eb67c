package dev.syncopate.model.explore.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class IdentityNumbersTest {
  @Test
  void objectsAreNumberedAsTheyAreMetAndKnownAgain() {
    long seed = 20261121;
    Random random = new Random(seed);
    List<String> equal = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      equal.add(String.valueOf(new char[] {'a'})); // equal, but not the same
    }
    IdentityNumbers numbers = new IdentityNumbers();
    for (int round = 0; round < 3; round++) {
      IdentityHashMap<String, Integer> reference = new IdentityHashMap<>();
      for (int i = 0; i < 2000; i++) {
        String object = equal.get(random.nextInt(equal.size()));
        Integer existing = reference.putIfAbsent(object, reference.size());
        assertThat(numbers.number(object))
            .as("seed %d, round %d, step %d", seed, round, i)
            .isEqualTo(existing == null ? -reference.size() : existing);
        assertThat(numbers.size()).isEqualTo(reference.size());
      }
      numbers.clear();
      assertThat(numbers.size()).isZero();
    }
  }
}
