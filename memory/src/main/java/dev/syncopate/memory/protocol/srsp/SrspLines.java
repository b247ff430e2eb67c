package dev.syncopate.memory.protocol.srsp;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.config.L1Config;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.gpu.L1Lines;
import dev.syncopate.memory.protocol.gpu.L1Misses;
import dev.syncopate.memory.protocol.gpu.L1Writes;
import dev.syncopate.memory.protocol.promotion.PromotingL1;
import java.util.List;
import java.util.stream.Stream;

/** Lines of an L1 whose sFIFO has an LR-TBL beside it. */
final class SrspLines extends L1Lines {
  final LrTable releases;
  private final L1Counters counters;
  private final L1Writes writes;

  /**
   * The generation of writes that the last release is in whose entry has left the LR-TBL: until it
   * is acknowledged, no other L1 may be told that there is nothing to flush.
   */
  private int lost = PromotingL1.NOTHING_LOST;

  SrspLines(
      int tile,
      L1Config config,
      int lrEntries,
      L1Environment environment,
      L1Counters counters,
      L1Writes writes,
      L1Misses misses) {
    super(tile, config, environment, counters, writes, misses);
    this.counters = counters;
    this.writes = writes;
    releases = new LrTable(lrEntries);
  }

  int lost() {
    return lost;
  }

  /** All releases so far are in the writes that have left. */
  void loseAll() {
    lost = writes.close();
  }

  @Override
  protected long renumber() {
    long shift = super.renumber();
    releases.renumber(shift);
    lost = writes.settled(lost) ? PromotingL1.NOTHING_LOST : lost;
    return shift;
  }

  @Override
  protected List<String> violations() {
    return Stream.concat(super.violations().stream(), releases.violations(fifo).stream()).toList();
  }

  @Override
  protected void left(long entry) {
    if (releases.left(entry)) {
      loseAll();
    }
  }

  /** Bytes of a line have been released: its sFIFO entry is the newest, and the LR-TBL names it. */
  void released(LineAccess access) {
    long line = access.line;
    if (!releases.hasRoomFor(line)) {
      counters.lrOverflows++;
      long oldest = releases.oldest();
      while (fifo.holdsOlderThan(oldest + 1)) {
        writeOldest();
      }
    }
    if (!fifo.newestIs(line)) {
      if (fifo.full() && writeOldest()) {
        counters.sfifoOverflows++;
      }
      fifo.push(line);
    }
    releases.put(line, access.maskLow, access.maskHigh, fifo.marker() - 1);
  }
}
