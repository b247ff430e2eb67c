package dev.syncopate.memory.dram;

import static dev.syncopate.memory.dram.DramConfigs.DDR3;
import static dev.syncopate.memory.dram.DramConfigs.with;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A queue of 8 of which 4 writes make a batch and 2 are left by it. */
class WriteBatchesTest {
  private final WriteBatches batches = new WriteBatches(with(DDR3, "queue", 8));

  private boolean writes(int readsThatWait, int writesThatWait) {
    batches.choose(readsThatWait, writesThatWait);
    return batches.writing();
  }

  @Test
  void aBatchBeginsAtTheHighWatermarkAndEndsAtTheLowOne() {
    assertThat(writes(1, 3)).isFalse();
    assertThat(writes(1, 4)).isTrue();
    assertThat(writes(1, 3)).isTrue();
    assertThat(writes(1, 2)).isFalse();
    assertThat(writes(1, 4)).as("no reads are owed").isTrue();
  }

  @Test
  void writesGoWhileNobodyReads() {
    assertThat(writes(0, 1)).isTrue();
    assertThat(writes(1, 1)).isFalse();
    assertThat(writes(0, 1)).isTrue();
    assertThat(writes(1, 3)).as("a batch goes on to the low watermark").isTrue();
  }

  @Test
  void aBatchThatGrowsEndsAfterAsManyAsTheHighWatermarkAndReadsGetAsMany() {
    assertThat(writes(4, 4)).isTrue();
    for (int i = 0; i < 3; i++) {
      batches.served(true);
      assertThat(writes(4, 8)).as("%s written", i + 1).isTrue();
    }
    batches.served(true);
    assertThat(writes(4, 8)).as("4 written").isFalse();
    for (int i = 0; i < 3; i++) {
      batches.served(false);
      assertThat(writes(4, 8)).as("%s read", i + 1).isFalse();
    }
    batches.served(false);
    assertThat(writes(4, 8)).as("4 read").isTrue();
  }

  @Test
  void aBatchThatNobodyInterruptsGoesOn() {
    assertThat(writes(0, 4)).isTrue();
    for (int i = 0; i < 9; i++) {
      batches.served(true);
      assertThat(writes(0, 4)).isTrue();
    }
    assertThat(writes(1, 4)).as("it has had more than its share").isFalse();
  }

  @Test
  void aWriteThatWaitedTooLongBringsAllOthersWithIt() {
    batches.force(true);
    assertThat(writes(1, 1)).as("below the low watermark").isTrue();
    assertThat(writes(1, 0)).isFalse();
  }

  @Test
  void aReadThatWaitedTooLongEndsABatch() {
    assertThat(writes(1, 4)).isTrue();
    batches.force(false);
    assertThat(batches.writing()).isFalse();
  }

  @Test
  void aQueueOfOneStillWrites() {
    WriteBatches single = new WriteBatches(with(DDR3, "queue", 1));
    single.choose(0, 1);
    assertThat(single.writing()).isTrue();
    single.choose(1, 0);
    assertThat(single.writing()).isFalse();
  }
}
