package dev.syncopate.workload.heterosync.semaphore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.workload.host.Comparison;
import org.junit.jupiter.api.Test;

/** What CTAs noted convicts each way in which a semaphore can have failed. */
class OccupancyTest {
  /**
   * One unit, one visit each: entry, departure, write, torn. Writer 0, then readers 1 and 2 at
   * once.
   */
  private final int[] log = {0, 1, 1, 0, 2, 4, 1, 0, 3, 5, 1, 0};

  private final int[] data = {0x9E37_79B1, 0x9E37_79B1 ^ 0x85EB_CA77};

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
    log[1] = 2;
    log[4] = 1;
    assertThat(check(2))
        .isEqualTo(
            "false entry of visit 0 of reader 1 makes 1 readers and 1 writers inside semaphore 0 of"
                + " 2 places");
  }

  @Test
  void aReaderThatMissedTheWriteIsConvicted() {
    log[6] = 0;
    assertThat(check(2))
        .isEqualTo("false entry of visit 0 of reader 1 found write 0 in semaphore 0, expected 1");
  }

  @Test
  void aTornReadIsConvicted() {
    log[11] = 1;
    assertThat(check(2))
        .isEqualTo("false entry of visit 0 of reader 2 loaded words that write 1 did not store");
  }

  @Test
  void numbersThatAppearTwiceOrRunBackwardsAreConvicted() {
    log[8] = 2;
    assertThat(check(2))
        .isEqualTo(
            "false entry of visit 0 of reader 1 and entry of visit 0 of reader 2 have the same"
                + " number 2: their mutex admitted both, or one read stale data");
    log[5] = 1;
    assertThat(check(2))
        .isEqualTo("false departure of visit 0 of reader 1 has number 1 of 6 after number 2");
    log[5] = 6;
    assertThat(check(2))
        .isEqualTo("false departure of visit 0 of reader 1 has number 6 of 6 after number 2");
  }

  @Test
  void aLostStoreIsConvicted() {
    data[1] = 0x85EB_CA77;
    assertThat(check(2)).startsWith("false data[1]: found ").endsWith("1 of 2 elements differ");
  }

  private String check(int places) {
    Comparison comparison = new Occupancy(data, log, 1, 1, places, 1).check();
    return comparison.equal() + " " + comparison.message();
  }
}
