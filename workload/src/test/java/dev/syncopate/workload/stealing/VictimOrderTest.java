package dev.syncopate.workload.stealing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Pieces that a thief tries first. */
class VictimOrderTest {
  @ParameterizedTest
  @EnumSource
  void everyQueueHasAPieceAndEveryPieceAQueue(VictimOrder order) {
    for (int queues : new int[] {1, 3, 8, 64}) {
      assertThat(order.pieces(queues))
          .containsExactlyInAnyOrder(IntStream.range(0, queues).toArray());
    }
  }

  @Test
  void nextToAQueueIsTheNextPieceADistantOneOrAnyOne() {
    int[][] dealt = {{0}, {1}, {2}, {3}, {4}, {5}, {6}, {7}};
    assertThat(VictimOrder.NEXT.numbered(dealt)).isDeepEqualTo(dealt);
    assertThat(VictimOrder.DISTANT.numbered(dealt))
        .isDeepEqualTo(new int[][] {{0}, {4}, {2}, {6}, {1}, {5}, {3}, {7}});
    assertThat(VictimOrder.SHUFFLED.numbered(dealt))
        .isDeepEqualTo(VictimOrder.SHUFFLED.numbered(dealt))
        .isNotEqualTo(dealt);
  }
}
