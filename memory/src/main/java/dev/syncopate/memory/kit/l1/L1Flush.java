package dev.syncopate.memory.kit.l1;

import dev.syncopate.memory.protocol.ControllerOutcome;
import dev.syncopate.memory.protocol.L1Counters;

/** Writes the dirty lines of an L1 through, in sFIFO order, one at a time. */
final class L1Flush {
  private final L1Lines lines;
  private final L1Writes writes;
  private final L1Counters counters;
  private boolean underWay;

  /** The sFIFO's marker when it began: newer entries are not its affair. */
  private long endMarker;

  L1Flush(L1Parts parts) {
    lines = parts.lines();
    writes = parts.writes();
    counters = parts.counters();
  }

  /** Writes the next line through; begins if it has not begun. */
  ControllerOutcome goOn() {
    if (!underWay) {
      underWay = true;
      endMarker = lines.fifo.marker();
      counters.flushes++;
    }
    while (lines.fifo.holdsOlderThan(endMarker)) {
      if (writes.full()) {
        return ControllerOutcome.STALLED_WRITES;
      }
      if (lines.writeOldest()) {
        counters.flushedLines++;
        if (lines.fifo.holdsOlderThan(endMarker)) {
          return ControllerOutcome.AGAIN;
        }
      }
    }
    underWay = false;
    return ControllerOutcome.DONE;
  }

  /** As {@link L1Policy#canonicalize}. */
  void canonicalize(long shift) {
    endMarker = underWay ? Math.max(0, endMarker - shift) : 0;
  }
}
