package dev.syncopate.memory.dram;

import static dev.syncopate.memory.dram.ChannelDriver.local;
import static dev.syncopate.memory.dram.DramConfigs.DDR3;
import static dev.syncopate.memory.dram.DramConfigs.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.config.DramConfig;
import dev.syncopate.memory.dram.ChannelDriver.Request;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Turning the data bus round and batches of writes. Cycles are worked out by hand from tCL = tRCD =
 * 14, tCWL = 12, tWTR = 8, a gap of 4, controller 5, 64 bytes in 8.
 */
class DramTurnaroundTest {
  private final ChannelDriver driver = new ChannelDriver(DDR3, 1000);

  private static Request write(ChannelDriver channel, long time, long local) {
    return channel.at(time, local, 64, true);
  }

  @Test
  void aReadWaitsForTheWriteToReadDelay() {
    Request write = write(driver, 0, 0);
    Request read = driver.read(20, 64);
    driver.run();
    // Written from 14 + 12 to 34; the read command may come at 42, to the same open row.
    assertThat(write.doneCycle).isEqualTo(34 + 5);
    assertThat(read.doneCycle).isEqualTo(34 + 8 + 14 + 8 + 5);
    assertThat(driver.counters.turnarounds).as("into writing and back").isEqualTo(2);
  }

  @Test
  void theWriteToReadDelayHoldsForOtherBanks() {
    write(driver, 0, local(DDR3, 0, 0, 0));
    Request read = driver.read(20, local(DDR3, 1, 0, 0));
    driver.run();
    // Its row is open at 34, before the delay is over at 42.
    assertThat(read.doneCycle).isEqualTo(42 + 14 + 8 + 5);
  }

  @Test
  void theBusRestsBetweenReadingAndWriting() {
    Request read = driver.read(0, 0);
    Request write = write(driver, 1, 64);
    driver.run();
    assertThat(read.doneCycle).isEqualTo(14 + 14 + 8 + 5);
    // Data read until 36, written from 40.
    assertThat(write.doneCycle).isEqualTo(36 + 4 + 8 + 5);
  }

  @Test
  void readsGoBeforeOlderWritesUntilTheHighWatermark() {
    ChannelDriver channel = new ChannelDriver(DDR3, 1000);
    List<Request> writes = new ArrayList<>();
    Request opener = channel.read(0, 0);
    for (int i = 0; i < 15; i++) {
      writes.add(write(channel, 1, 64 + 64L * i));
    }
    Request read = channel.read(2, 1024);
    channel.run();
    assertThat(channel.finished.subList(0, 2)).as("15 of 32 wait").containsExactly(opener, read);
    assertThat(channel.finished.subList(2, 17)).isEqualTo(writes);
    assertThat(channel.counters.turnarounds).isEqualTo(1);
  }

  @Test
  void aFullBatchGoesBeforeReadsDownToTheLowWatermark() {
    ChannelDriver channel = new ChannelDriver(DDR3, 1000);
    Request opener = channel.read(0, 0);
    List<Request> writes = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      writes.add(write(channel, 1, 64 + 64L * i));
    }
    Request read = channel.read(2, 1536);
    channel.run();
    // 16 of 32 are half of the queue; 8 stay when the read's turn comes.
    List<Request> expected = new ArrayList<>(writes.subList(0, 8));
    expected.addAll(List.of(opener, read));
    expected.addAll(writes.subList(8, 16));
    assertThat(channel.finished).isEqualTo(expected);
    assertThat(channel.counters.turnarounds).as("write, read, write").isEqualTo(3);
  }

  @Test
  void aWriteIsPassedOverByAtMostQueueReadsAndBringsTheOthersWithIt() {
    ChannelDriver channel = new ChannelDriver(with(DDR3, "queue", 8), 1000);
    Request first = channel.read(0, 0);
    List<Request> writes = List.of(write(channel, 1, 64), write(channel, 1, 128));
    for (int i = 0; i < 24; i++) {
      channel.read(2 + 8L * i, 256 + 64L * i);
    }
    channel.run();
    assertThat(channel.finished.getFirst()).isSameAs(first);
    assertThat(channel.finished.indexOf(writes.getFirst()) - 1).as("overtaken by").isEqualTo(8);
    assertThat(channel.finished.subList(9, 11)).isEqualTo(writes);
    assertThat(channel.counters.turnarounds).isEqualTo(2);
  }

  @Test
  void writesThatKeepComingLeaveEverySecondBatchToReads() {
    ChannelDriver channel = new ChannelDriver(with(DDR3, "queue", 8), 1000);
    for (int i = 0; i < 200; i++) {
      write(channel, 8L * i, local(DDR3, 0, 0, 64 * (i % 16)));
      write(channel, 8L * i, local(DDR3, 0, 0, 64 * (i % 16)));
    }
    List<Request> reads = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      reads.add(channel.read(1, local(DDR3, 0, 0, 1024 + 64 * i)));
    }
    channel.run();
    // The queue holds 8 of which half make a batch; the first read is in it after a few writes.
    assertThat(channel.finished.indexOf(reads.getFirst())).as("first").isLessThan(2 * 4);
    assertThat(channel.finished.indexOf(reads.getLast())).as("last").isLessThan(4 * 8);
  }

  @Test
  void batchesKeepMostOfTheBandwidthOfAMixedStream() {
    // 8 bytes a cycle at best. A batch of 8 writes and the reads between it and the next, 16 in a
    // stream with one write in three, move 24 * 8 = 192 cycles of data. Turning twice costs the gap
    // of 4 and 8 + 14 cycles without data: 26, so that 192 of 218 cycles move data.
    assertThat(mixed(DDR3).bytesPerCycle()).isBetween(0.95 * 8 * 192 / 218, 8.0);
  }

  @Test
  void withoutBatchesTheBusKeepsTurning() {
    Mixed naive = mixed(with(with(DDR3, "writeHigh", 1), "writeLow", 0));
    Mixed batched = mixed(DDR3);
    assertThat(batched.turnarounds).as("batched").isLessThan(naive.turnarounds / 4);
    assertThat(batched.bytesPerCycle()).isGreaterThan(1.5 * naive.bytesPerCycle());
  }

  private record Mixed(long cycles, long turnarounds) {
    double bytesPerCycle() {
      return (double) (1 << 20) / cycles;
    }
  }

  private static Mixed mixed(DramConfig config) {
    ChannelDriver stream = new ChannelDriver(config, 1000);
    for (int i = 0; i < (1 << 20) / 64; i++) {
      stream.at(0, 64L * i, 64, i % 3 == 0);
    }
    stream.run();
    return new Mixed(stream.finished.getLast().doneCycle, stream.counters.turnarounds);
  }
}
