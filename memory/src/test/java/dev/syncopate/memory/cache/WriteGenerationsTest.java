package dev.syncopate.memory.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class WriteGenerationsTest {
  private final WriteGenerations writes = new WriteGenerations();

  @Test
  void aClosedGenerationWithoutWritesIsSettled() {
    assertThat(writes.settled(writes.close())).isTrue();
  }

  @Test
  void aGenerationIsSettledWhenItsWritesAreAcknowledgedWhateverComesLater() {
    int first = writes.issue();
    int closed = writes.close();
    int later = writes.issue();
    assertThat(writes.settled(closed)).isFalse();
    assertThat(writes.acknowledge(first)).isTrue();
    assertThat(writes.settled(closed)).isTrue();
    assertThat(writes.open()).isEqualTo(1);
    assertThat(writes.acknowledge(later)).isTrue();
  }

  @Test
  void laterAcknowledgementsDoNotSettleAnEarlierGeneration() {
    int first = writes.issue();
    int closed = writes.close();
    int second = writes.issue();
    int closedToo = writes.close();
    writes.acknowledge(second);
    assertThat(writes.settled(closed)).isFalse();
    assertThat(writes.settled(closedToo)).isFalse();
    writes.acknowledge(first);
    assertThat(writes.settled(closedToo)).isTrue();
  }

  @Test
  void acknowledgementsNobodyWaitsForAreRefused() {
    assertThat(writes.acknowledge(0)).isFalse();
    int generation = writes.issue();
    assertThat(writes.acknowledge(generation + 1)).isFalse();
    assertThat(writes.acknowledge(generation)).isTrue();
    assertThat(writes.acknowledge(generation)).isFalse();
    assertThat(writes.acknowledge(generation - 1)).isFalse();
  }

  @Test
  void aGenerationIsClosedUnderTheNumberItsWritesHave() {
    writes.close();
    int generation = writes.issue();
    assertThat(generation).isEqualTo(1);
    assertThat(writes.close()).isEqualTo(generation);
    assertThat(writes.issue()).isEqualTo(2);
  }

  /** Counters are shared by generations sixteen apart; numbers are not. */
  @Test
  void anAcknowledgementOfASettledGenerationIsNotTakenForALaterOne() {
    for (int i = 0; i < 16; i++) {
      writes.close();
    }
    int later = writes.issue();
    assertThat(writes.acknowledge(later - 16)).isFalse();
    assertThat(writes.open()).isEqualTo(1);
    assertThat(writes.acknowledge(later)).isTrue();
  }

  @Test
  void agreesWithLists() {
    long seed = 17;
    SplittableRandom random = new SplittableRandom(seed);
    List<Integer> open = new ArrayList<>();
    List<Integer> closed = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      int dice = random.nextInt(10);
      if (dice < 4) {
        open.add(writes.issue());
      } else if (dice < 8 && !open.isEmpty()) {
        assertThat(writes.acknowledge(open.remove(/* index */ random.nextInt(open.size()))))
            .isTrue();
      } else if (dice == 8 && closed.size() < 100) {
        closed.add(writes.close());
      }
      int oldest = open.stream().mapToInt(g -> g).min().orElse(Integer.MAX_VALUE);
      for (int generation : closed) {
        assertThat(writes.settled(generation))
            .as("seed %d step %d", seed, i)
            .isEqualTo(generation < oldest);
      }
      closed.removeIf(generation -> generation < oldest && random.nextInt(3) == 0);
    }
  }
}
