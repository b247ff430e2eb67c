package dev.syncopate.memory.dram;

import static dev.syncopate.memory.dram.ChannelDriver.local;
import static dev.syncopate.memory.dram.DramConfigs.DDR3;
import static dev.syncopate.memory.dram.DramConfigs.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.config.DramConfig;
import dev.syncopate.memory.dram.ChannelDriver.Request;
import org.junit.jupiter.api.Test;

/**
 * Refresh every 1000 cycles for 90, and what bounds activations over all banks; by hand from tCL =
 * tRCD = tRP = 14, tRAS = 36, tRRD = 8, tFAW = 38, controller 5, 64 bytes in 8.
 */
class DramRefreshTest {
  private static final DramConfig REFRESHED = with(DDR3, "tREFI", 1_000_000);
  private final ChannelDriver driver = new ChannelDriver(REFRESHED, 1000);

  @Test
  void aRequestDuringARefreshWaitsForItsEnd() {
    Request request = driver.read(1010, 0);
    driver.run();
    assertThat(request.doneCycle).isEqualTo(1000 + 90 + 14 + 14 + 8 + 5);
    assertThat(driver.counters.refreshes).isEqualTo(1);
    assertThat(driver.counters.rowMisses).isEqualTo(1);
  }

  @Test
  void aRequestThatComesWithARefreshIsTooLate() {
    Request request = driver.read(1000, 0);
    driver.run();
    assertThat(request.doneCycle).isEqualTo(1000 + 90 + 14 + 14 + 8 + 5);
  }

  @Test
  void aRequestAfterARefreshFindsItsRowClosedAndNothingElse() {
    driver.read(0, 0);
    Request request = driver.read(1500, 0);
    driver.run();
    assertThat(request.doneCycle).isEqualTo(1500 + 14 + 14 + 8 + 5);
    assertThat(driver.counters.rowHits).isZero();
    assertThat(driver.counters.rowMisses).isEqualTo(2);
  }

  @Test
  void rowsAreClosedBeforeARefreshBegins() {
    driver.read(0, 0);
    Request request = driver.read(1010, 0);
    driver.run();
    assertThat(request.doneCycle).isEqualTo(1000 + 14 + 90 + 14 + 14 + 8 + 5);
  }

  @Test
  void aRefreshWaitsForTheRowOpenedJustBefore() {
    Request opening = driver.read(990, 0);
    Request delayed = driver.read(1010, 64);
    driver.run();
    assertThat(opening.doneCycle)
        .as("its column command is due at 1004, too late")
        .isEqualTo(delayed.doneCycle - 8);
    // Open from 990 to 1026, closed by 1040, refreshed by 1130.
    assertThat(opening.doneCycle).isEqualTo(990 + 36 + 14 + 90 + 14 + 14 + 8 + 5);
  }

  @Test
  void refreshesOfALongIdleTimeAreCaughtUpWithWithoutEvents() {
    Request request = driver.read(5_000_020, 0);
    long events = driver.run();
    assertThat(request.doneCycle).isEqualTo(5_000_000 + 90 + 14 + 14 + 8 + 5);
    assertThat(driver.counters.refreshes).isEqualTo(5000);
    assertThat(events).as("cycles in which something happened").isLessThan(10);
  }

  @Test
  void memoryThatIsNeverRefreshedKeepsItsRowsOpen() {
    ChannelDriver never = new ChannelDriver(DDR3, 1000);
    never.read(0, 0);
    Request request = never.read(1_000_000, 64);
    never.run();
    assertThat(request.doneCycle).isEqualTo(1_000_000 + 14 + 8 + 5);
    assertThat(never.counters.refreshes).isZero();
  }

  @Test
  void aStreamLosesTheShareOfTimeThatRefreshTakes() {
    ChannelDriver stream = new ChannelDriver(REFRESHED, 1000);
    for (int i = 0; i < 1 << 14; i++) {
      stream.read(0, 64L * i);
    }
    stream.run();
    double busy = (double) (8 << 14) / stream.finished.getLast().doneCycle;
    // Of 1000 cycles 90 of refresh, up to 38 until the rows are closed, 28 until data move again.
    assertThat(busy).isBetween((1000 - 90 - 38 - 14 - 28 - 8) / 1000.0, (1000 - 90 - 28) / 1000.0);
  }

  @Test
  void banksAreActivatedOneAfterTheOtherAndFourInAWindow() {
    ChannelDriver banks = new ChannelDriver(DDR3, 1000);
    Request[] requests = new Request[6];
    for (int i = 0; i < 6; i++) {
      requests[i] = banks.at(0, local(DDR3, i, 0, 0), 8, false);
    }
    banks.run();
    // Activations at 0, 8, 16, 24, then 0 + 38 and 8 + 38; a beat takes half a cycle.
    long[] activations = {0, 8, 16, 24, 38, 46};
    for (int i = 0; i < 6; i++) {
      assertThat(requests[i].doneCycle).as("bank " + i).isEqualTo(activations[i] + 14 + 14 + 1 + 5);
    }
  }

  @Test
  void theOldestRequestIsActivatedFirst() {
    ChannelDriver banks = new ChannelDriver(DDR3, 1000);
    Request[] requests = new Request[4];
    for (int i = 0; i < 4; i++) {
      requests[i] = banks.read(0, local(DDR3, 7 - i, 0, 0));
    }
    banks.run();
    assertThat(banks.finished).containsExactly(requests);
  }
}
