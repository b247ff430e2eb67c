package dev.syncopate.memory.mechanism.srsp;

import dev.syncopate.memory.kit.l1.L1Lines;
import dev.syncopate.memory.kit.l1.L1Parts;
import dev.syncopate.memory.kit.l1.L1Writes;
import dev.syncopate.memory.mechanism.promotion.PromotionPolicy;
import dev.syncopate.memory.protocol.L1Counters;
import java.util.List;

/** The LR-TBL beside an L1's sFIFO, and what has left it. */
final class Releases implements L1Lines.Listener {
  final LrTable table;
  private final L1Lines lines;
  private final L1Counters counters;
  private final SrspL1Counters counts;
  private final L1Writes writes;

  /**
   * The generation of writes that the last release is in whose entry has left the LR-TBL: until it
   * is acknowledged, no other L1 may be told that there is nothing to flush.
   */
  private int lost = PromotionPolicy.NOTHING_LOST;

  /**
   * @param counts what happens to the LR-TBL
   * @param entries of the LR-TBL
   */
  @SuppressWarnings("this-escape") // kept for later calls only
  Releases(L1Parts parts, SrspL1Counters counts, int entries) {
    this.counts = counts;
    lines = parts.lines();
    counters = parts.counters();
    writes = parts.writes();
    table = new LrTable(entries);
    lines.tell(this);
  }

  int lost() {
    return lost;
  }

  /** All releases so far are in the writes that have left. */
  void loseAll() {
    lost = writes.close();
  }

  /** As {@link PromotionPolicy#canonicalize}. */
  void canonicalize(long shift) {
    table.canonicalize(shift);
    lost = writes.settled(lost) ? PromotionPolicy.NOTHING_LOST : lost;
  }

  List<String> checkInvariants() {
    return table.checkInvariants(lines.fifo);
  }

  @Override
  public void left(long entry) {
    if (table.left(entry)) {
      loseAll();
    }
  }

  /** Bytes of a line have been released: its sFIFO entry is the newest, and the LR-TBL names it. */
  void released(long line, long low, long high) {
    if (!table.hasRoomFor(line)) {
      counts.lrOverflows++;
      long oldest = table.oldest();
      while (lines.fifo.holdsOlderThan(oldest + 1)) {
        lines.writeOldest();
      }
    }
    if (!lines.fifo.newestIs(line)) {
      if (lines.fifo.full() && lines.writeOldest()) {
        counters.sfifoOverflows++;
      }
      lines.fifo.push(line);
    }
    table.put(line, low, high, lines.fifo.marker() - 1);
  }
}
