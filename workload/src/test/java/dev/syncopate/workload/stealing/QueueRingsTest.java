package dev.syncopate.workload.stealing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.workload.runtime.Device;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Records of queues: head, tail, and a ring of slots behind them. */
class QueueRingsTest {
  private static final int[][] DEALT = {{5, 6, 7}, {}, {8}};

  /** 32 slots and a line of 32 words. */
  private static final int RECORD = 64;

  private final QueueRings rings = new QueueRings(Device.open("rsp-8cu", "gpu", "hrf"), DEALT);

  private int[] record(int queue) {
    return Arrays.copyOfRange(rings.ends().readInts(), queue * RECORD, (queue + 1) * RECORD);
  }

  @Test
  void aRecordHasHeadTailAndTheElementsOfItsQueue() {
    rings.fill();
    assertThat(rings.capacity()).isEqualTo(32);
    assertThat(record(0)).startsWith(0, 3, 5, 6, 7);
    assertThat(record(1)).startsWith(0, 0);
    assertThat(record(2)).startsWith(0, 1, 8);
  }

  /**
   * The head has passed 31 elements since the first launch: one more slot, and the ring is round.
   */
  @Test
  void elementsAreAddedWhereTheHeadIsAndGoRound() {
    int[] left = rings.ends().readInts();
    left[0] = 31;
    left[1] = 30; // below the head: the owner has found its queue empty
    rings.ends().write(left);
    rings.fill();
    assertThat(record(0)).startsWith(31, 34, 6, 7);
    assertThat(record(0)[2 + 31]).isEqualTo(5);
  }

  @Test
  void aRingHasAPowerOfTwoOfSlots() {
    int[][] large = {new int[33], new int[64]};
    assertThat(new QueueRings(Device.open("rsp-8cu", "gpu", "hrf"), large).capacity())
        .isEqualTo(64);
  }
}
