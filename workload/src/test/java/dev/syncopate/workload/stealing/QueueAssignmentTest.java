package dev.syncopate.workload.stealing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which elements a queue has at first. */
class QueueAssignmentTest {
  @ParameterizedTest
  @EnumSource
  void everyElementIsDealtOnce(QueueAssignment dealing) {
    for (int elements : new int[] {0, 1, 7, 8, 61}) {
      int[][] dealt = dealing.deal(8, elements, element -> element % 5);
      assertThat(dealt).hasNumberOfRows(8);
      assertThat(Arrays.stream(dealt).flatMapToInt(Arrays::stream).sorted().toArray())
          .isEqualTo(IntStream.range(0, elements).toArray());
    }
  }

  @Test
  void piecesAreContiguousAndAsEqualAsCanBe() {
    assertThat(QueueAssignment.PIECES.deal(3, 7, element -> 1))
        .isDeepEqualTo(new int[][] {{0, 1}, {2, 3}, {4, 5, 6}});
  }

  @Test
  void elementsInTurnGoToOneQueueAfterTheOther() {
    assertThat(QueueAssignment.INTERLEAVED.deal(3, 7, element -> 1))
        .isDeepEqualTo(new int[][] {{0, 3, 6}, {1, 4}, {2, 5}});
  }

  @Test
  void aRandomOrderIsAlwaysTheSameAndGivesEachQueueAsMany() {
    int[][] dealt = QueueAssignment.SHUFFLED.deal(4, 40, element -> 1);
    assertThat(dealt).isDeepEqualTo(QueueAssignment.SHUFFLED.deal(4, 40, element -> 1));
    assertThat(Arrays.stream(dealt).mapToInt(queue -> queue.length)).containsOnly(10);
    assertThat(Arrays.stream(dealt).flatMapToInt(Arrays::stream).toArray())
        .isNotEqualTo(IntStream.range(0, 40).toArray());
  }

  @Test
  void piecesOfEqualArcsHaveFewElementsWhereThoseAreHeavy() {
    int[][] dealt = QueueAssignment.ARCS.deal(2, 6, element -> element < 2 ? 100 : 50);
    assertThat(dealt).isDeepEqualTo(new int[][] {{0, 1}, {2, 3, 4, 5}});
  }
}
