package dev.syncopate.workload.heterosync.semaphore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.workload.heterosync.LineLayout;
import dev.syncopate.workload.heterosync.UnitGrid;
import dev.syncopate.workload.host.ResultComparison;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** What CTAs noted convicts each way in which a semaphore can have failed. */
class SemaphoreOccupancyTest {
  private static final LineLayout LAYOUT = new LineLayout(1, 1);
  private static final UnitGrid GRID = new UnitGrid(1, 1, 3, 1);

  /**
   * One unit, one visit each: time of entry and departure, write. Writer 0, then readers 1 and 2 at
   * once.
   */
  private final int[] log = {10, 20, 1, 30, 50, 1, 40, 60, 1};

  /** What the readers' threads loaded. */
  private final int[] digests = {0, 1, 1};

  /** Of each reader the second line, which the writer has stored. */
  private final int[] data = new int[2 * LAYOUT.regionWords()];

  SemaphoreOccupancyTest() {
    data[LAYOUT.word(0, 0, 1)] = 1;
    data[LAYOUT.word(1, 0, 1)] = 1;
  }

  @Test
  void aWriterAloneAndReadersTogetherAreRight() {
    assertThat(check(2))
        .isEqualTo(
            "true 3 visits to 1 semaphores: readers never above 2, writers alone, every read whole");
  }

  @Test
  void moreReadersThanPlacesAreConvicted() {
    assertThat(check(1))
        .isEqualTo(
            "false entry of visit 0 of reader 2 makes 2 readers and 0 writers inside semaphore 0 of"
                + " 1 places");
  }

  @Test
  void aReaderBesideTheWriterIsConvicted() {
    log[1] = 35;
    assertThat(check(2))
        .isEqualTo(
            "false entry of visit 0 of reader 1 makes 1 readers and 1 writers inside semaphore 0 of"
                + " 2 places");
  }

  @Test
  void aReaderThatMissedTheWriteIsConvicted() {
    log[5] = 0;
    assertThat(check(2))
        .isEqualTo("false entry of visit 0 of reader 1 found write 0 in semaphore 0, expected 1");
  }

  @Test
  void aReadOfSeveralWritesIsConvicted() {
    digests[2] = 7;
    assertThat(check(2))
        .isEqualTo("false digest of loads[2]: found 7, expected 1; 1 of 3 elements differ");
  }

  @Test
  void whoLeavesWhenAnotherEntersIsNotInsideWithIt() {
    log[1] = 30;
    assertThat(check(2)).startsWith("true ");
  }

  @Test
  void aLostStoreIsConvicted() {
    Arrays.fill(data, 0);
    assertThat(check(2)).startsWith("false data[16]: found 0, expected 1");
  }

  private String check(int places) {
    ResultComparison comparison =
        new SemaphoreOccupancy(data, log, digests, GRID, 1, places, 1, LAYOUT).check();
    return comparison.equal() + " " + comparison.message();
  }
}
