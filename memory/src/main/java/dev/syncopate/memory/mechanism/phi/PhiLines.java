package dev.syncopate.memory.mechanism.phi;

import dev.syncopate.memory.cache.NumberedStoreFifo;
import dev.syncopate.memory.cache.WordMask;
import dev.syncopate.memory.config.L1Config;
import dev.syncopate.memory.kit.LineState;
import dev.syncopate.memory.kit.l1.L1Event;
import dev.syncopate.memory.kit.l1.L1Lines;
import dev.syncopate.memory.kit.l1.L1Misses;
import dev.syncopate.memory.kit.l1.L1Writes;
import dev.syncopate.memory.protocol.CompletionListener;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.StateTable;

/** The lines of an L1, of which some are in update mode. */
final class PhiLines extends L1Lines {
  final PhiUpdates updates;

  PhiLines(
      L1Config config,
      L1Environment environment,
      CompletionListener completions,
      L1Counters counters,
      L1Writes writes,
      L1Misses misses,
      PhiUpdates updates,
      NumberedStoreFifo fifo,
      StateTable<LineState, L1Event, L1Lines, Object> table) {
    super(config, environment, completions, counters, writes, misses, fifo, table);
    this.updates = updates;
    tell(updates);
  }

  /** A word with a partial value has no room for what has been fetched. */
  @Override
  protected void keep(int residentFrame, MemoryMessage fill) {
    int words = updates.words(fill.line);
    keep(residentFrame, fill, WordMask.low(words), WordMask.high(words));
  }

  /** Partial values stay where they are, in frames that keep their lines without a valid byte. */
  @Override
  public void invalidate() {
    if (updates.lines.held() == 0) {
      super.invalidate();
      return;
    }
    for (int frame = 0; frame < array.frames(); frame++) {
      if (!array.live(frame)) {
        continue;
      }
      if (updates.words(array.line(frame)) == 0) {
        array.invalidateClean(frame);
      } else {
        updates.fire(PhiEvent.INVALIDATE, array.line(frame), null);
      }
    }
  }

  /** A line has left update mode at an ordering point: what nothing is left of gives its frame. */
  void giveUp(long line) {
    int frame = find(line);
    if ((array.validLow(frame) | array.validHigh(frame)) == 0) {
      array.drop(frame);
    }
  }
}
