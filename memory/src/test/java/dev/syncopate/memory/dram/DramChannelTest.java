package dev.syncopate.memory.dram;

import static dev.syncopate.memory.dram.ChannelDriver.local;
import static dev.syncopate.memory.dram.DramConfigs.DDR3;
import static dev.syncopate.memory.dram.DramConfigs.HBM2;
import static dev.syncopate.memory.dram.DramConfigs.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.config.DramConfig;
import dev.syncopate.memory.dram.ChannelDriver.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Cycles are worked out by hand from tCL = tRCD = tRP = 14, tCWL = 12, tRAS = 36, tWR = 15,
 * controller 5, 64 bytes in 8.
 */
class DramChannelTest {
  private final ChannelDriver driver = new ChannelDriver(DDR3, 1000);

  @Test
  void aRequestToAClosedBankActivatesAndReads() {
    Request request = driver.read(100, 0);
    driver.run();
    assertThat(request.doneCycle).isEqualTo(100 + 14 + 14 + 8 + 5);
    assertThat(driver.counters.rowMisses).isEqualTo(1);
    assertThat(driver.counters.activates).isEqualTo(1);
    assertThat(driver.counters.reads).isEqualTo(1);
    assertThat(driver.counters.bytes).isEqualTo(64);
    assertThat(driver.counters.busyBeats).isEqualTo(8);
    assertThat(driver.counters.latencyCycles).isEqualTo(41);
  }

  @Test
  void aRowHitIsFasterThanAMissAndAMissThanAConflict() {
    Request miss = driver.read(0, local(DDR3, 3, 7, 0));
    Request hit = driver.read(1000, local(DDR3, 3, 7, 1024));
    Request conflict = driver.read(2000, local(DDR3, 3, 8, 0));
    driver.run();
    assertThat(hit.doneCycle - 1000).isEqualTo(14 + 8 + 5);
    assertThat(miss.doneCycle).isEqualTo(14 + 14 + 8 + 5);
    assertThat(conflict.doneCycle - 2000).isEqualTo(14 + 14 + 14 + 8 + 5);
    assertThat(driver.counters.rowHits).isEqualTo(1);
    assertThat(driver.counters.rowMisses).isEqualTo(1);
    assertThat(driver.counters.rowConflicts).isEqualTo(1);
  }

  @Test
  void aRowStaysOpenForItsMinimumTime() {
    driver.read(0, local(DDR3, 0, 0, 0));
    Request conflict = driver.read(0, local(DDR3, 0, 1, 0));
    driver.run();
    // Activated at 0, so not precharged before 36, though its data have left before.
    assertThat(conflict.doneCycle).isEqualTo(36 + 14 + 14 + 14 + 8 + 5);
  }

  @Test
  void aLongReadHoldsItsBankUntilItHasLeft() {
    driver.at(0, local(DDR3, 0, 0, 0), 2048, false);
    Request conflict = driver.read(0, local(DDR3, 0, 1, 0));
    driver.run();
    // 256 cycles of data from 28 on leave the bank tCL before they are on the bus.
    assertThat(conflict.doneCycle).isEqualTo(28 + 256 - 14 + 14 + 14 + 14 + 8 + 5);
  }

  @Test
  void aWriteHoldsItsBankForTheWriteRecovery() {
    Request write = driver.at(0, local(DDR3, 0, 0, 0), 64, true);
    Request conflict = driver.read(15, local(DDR3, 0, 1, 0));
    driver.run();
    assertThat(write.doneCycle).isEqualTo(14 + 12 + 8 + 5);
    // The last beat is written by 34; recovery until 49.
    assertThat(conflict.doneCycle).isEqualTo(49 + 14 + 14 + 14 + 8 + 5);
    assertThat(driver.counters.writes).isEqualTo(1);
  }

  @Test
  void banksOpenTheirRowsTogetherAndShareTheBus() {
    Request first = driver.read(0, local(DDR3, 0, 0, 0));
    Request second = driver.read(0, local(DDR3, 1, 0, 0));
    Request third = driver.read(0, local(DDR3, 2, 0, 0));
    driver.run();
    assertThat(List.of(first.doneCycle, second.doneCycle, third.doneCycle))
        .containsExactly(41L, 49L, 57L);
  }

  @Test
  void aSmallRequestTakesWholeBeats() {
    Request two = driver.at(0, 0, 9, false);
    driver.run();
    assertThat(driver.counters.busyBeats).isEqualTo(2);
    assertThat(two.doneCycle).isEqualTo(14 + 14 + 2 + 5);
  }

  @Test
  void hitsOvertakeAnOlderRequestForAnotherRow() {
    Request opens = driver.read(0, local(DDR3, 0, 0, 0));
    Request otherRow = driver.read(1, local(DDR3, 0, 1, 0));
    Request hit = driver.read(2, local(DDR3, 0, 0, 64));
    driver.run();
    assertThat(driver.finished).containsExactly(opens, hit, otherRow);
  }

  @Test
  void aQueueOfOneIsFirstComeFirstServed() {
    ChannelDriver fifo = new ChannelDriver(with(DDR3, "queue", 1), 1000);
    Request opens = fifo.read(0, local(DDR3, 0, 0, 0));
    Request otherRow = fifo.read(1, local(DDR3, 0, 1, 0));
    Request hit = fifo.read(2, local(DDR3, 0, 0, 64));
    fifo.run();
    assertThat(fifo.finished).containsExactly(opens, otherRow, hit);
  }

  @Test
  void aStreamOfHitsPassesTheOldestAtMostQueueTimes() {
    ChannelDriver four = new ChannelDriver(with(DDR3, "queue", 4), 1000);
    Request opens = four.read(0, local(DDR3, 0, 0, 0));
    Request starving = four.read(1, local(DDR3, 0, 1, 0));
    for (int i = 1; i <= 31; i++) {
      four.read(1 + i, local(DDR3, 0, 0, 64 * i));
    }
    four.run();
    assertThat(four.finished.getFirst()).isSameAs(opens);
    assertThat(four.finished.indexOf(starving) - 1).as("overtaken by").isEqualTo(4);
    assertThat(four.finished).hasSize(33);
  }

  @Test
  void aStreamReachesDdr3PeakBandwidth() {
    // 8 bytes * 2 * 500 MHz = 8 GB/s = 8 bytes a cycle.
    assertThat(streamingBytesPerCycle(DDR3, 1000, 64)).isBetween(0.98 * 8, 8.0);
  }

  @Test
  void aStreamReachesHbm2PeakBandwidth() {
    // 16 bytes * 2 * 850 MHz = 27.2 GB/s; a core cycle of 1200 MHz sees 22.67 bytes of it.
    double peak = 27_200.0 / 1200;
    assertThat(streamingBytesPerCycle(HBM2, 1200, 32)).isBetween(0.97 * peak, peak);
  }

  private static double streamingBytesPerCycle(DramConfig config, int megahertz, int bytes) {
    ChannelDriver stream = new ChannelDriver(config, megahertz);
    int count = (1 << 20) / bytes;
    for (int i = 0; i < count; i++) {
      stream.at(0, (long) i * bytes, bytes, false);
    }
    stream.run();
    return (double) (1 << 20) / stream.finished.getLast().doneCycle;
  }

  /**
   * Random requests, checked against what any DRAM must keep, computed from the completions alone.
   */
  @Test
  void randomRequestsKeepTheBusAndTheBanks() {
    for (long seed = 1; seed <= 20; seed++) {
      Random random = new Random(seed);
      DramConfig config =
          with(
              with(DDR3, "queue", 1 + random.nextInt(40)),
              "tREFI",
              random.nextInt(2) * (424_000 + 1000 * random.nextInt(1000)));
      ChannelDriver randomDriver = new ChannelDriver(config, 1000);
      List<Request> requests = new ArrayList<>();
      long time = 0;
      for (int i = 0; i < 400; i++) {
        time += random.nextInt(random.nextBoolean() ? 4 : 60);
        long local = 64L * random.nextInt(random.nextBoolean() ? 1 << 8 : 1 << 14);
        requests.add(randomDriver.at(time, local, 64, random.nextInt(3) == 0));
      }
      randomDriver.run();
      String context = "seed " + seed;
      assertThat(randomDriver.finished).as(context).hasSameSizeAs(requests);
      DramCounters counted = randomDriver.counters;
      assertThat(counted.rowHits + counted.rowMisses + counted.rowConflicts)
          .as(context)
          .isEqualTo(400);
      assertThat(counted.rowHits).as(context).isPositive();
      assertThat(counted.rowConflicts).as(context).isPositive();
      keepsTheBus(randomDriver.finished, context);
      keepsTheBanks(randomDriver.finished, new DramAddress(config), context);
    }
  }

  private static void keepsTheBus(List<Request> finished, String context) {
    for (int i = 0; i < finished.size(); i++) {
      Request request = finished.get(i);
      assertThat(request.doneCycle - request.time)
          .as(context)
          .isGreaterThanOrEqualTo(latency(request) + 8 + 5);
      if (i > 0) {
        Request previous = finished.get(i - 1);
        int gap = previous.write == request.write ? 0 : request.write ? 4 : 8 + 14;
        assertThat(request.doneCycle - previous.doneCycle)
            .as(context)
            .isGreaterThanOrEqualTo(gap + 8);
      }
    }
  }

  private static int latency(Request request) {
    return request.write ? 12 : 14;
  }

  private static void keepsTheBanks(List<Request> finished, DramAddress addresses, String context) {
    Request[] lastOfBank = new Request[DDR3.banks()];
    for (Request request : finished) {
      int bank = addresses.bank(request.local);
      Request earlier = lastOfBank[bank];
      if (earlier != null && addresses.row(earlier.local) != addresses.row(request.local)) {
        // From the last beat of a write 15 of recovery; a read frees its bank tCL before its end.
        int freed = earlier.write ? 15 : -14;
        assertThat(request.doneCycle - earlier.doneCycle)
            .as(context)
            .isGreaterThanOrEqualTo(freed + 14 + 14 + latency(request) + 8);
      }
      lastOfBank[bank] = request;
    }
  }
}
