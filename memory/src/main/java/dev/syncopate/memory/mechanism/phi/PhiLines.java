package dev.syncopate.memory.mechanism.phi;

import dev.syncopate.memory.cache.WordMask;
import dev.syncopate.memory.config.L1Config;
import dev.syncopate.memory.kit.LineState;
import dev.syncopate.memory.kit.l1.L1Event;
import dev.syncopate.memory.kit.l1.L1Lines;
import dev.syncopate.memory.kit.l1.L1Misses;
import dev.syncopate.memory.kit.l1.L1Writes;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.MemoryMessage;

/** The lines of an L1, of which some are in update mode. */
class PhiLines extends L1Lines {
  private final PhiUpdates updates;

  PhiLines(
      L1Config config,
      L1Environment environment,
      L1Counters counters,
      L1Writes writes,
      L1Misses misses,
      PhiUpdates updates) {
    super(config, environment, counters, writes, misses);
    this.updates = updates;
    transitions
        .on(
            LineState.INVALID,
            L1Event.UPDATE,
            "take a frame; keep the update in it",
            LineState.CLEAN)
        .on(LineState.CLEAN, L1Event.UPDATE, "keep the update; drop its words", LineState.CLEAN)
        .on(
            LineState.DIRTY,
            L1Event.UPDATE,
            "send the dirty bytes; keep the update; drop its words",
            LineState.CLEAN);
  }

  @Override
  protected void leaving(int frame) {
    updates.leave(array.line(frame));
  }

  /** Before an update: has no dirty bytes of its line follow it to the L2. */
  void clean(int frame) {
    if (array.dirty(frame)) {
      writeThrough(frame);
    }
  }

  /** A word with a partial value has no room for what has been fetched. */
  @Override
  public void install(MemoryMessage fill) {
    int words = updates.words(fill.line);
    install(fill, WordMask.low(words), WordMask.high(words));
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
        dropData(frame);
      }
    }
    transitions.allChanged();
  }

  /** Drops the data beside the partial values of a frame. */
  void dropData(int frame) {
    array.forget(frame, -1, -1);
  }

  /** A line has left update mode at an ordering point: what nothing is left of gives its frame. */
  void giveUp(long line) {
    int frame = find(line);
    if ((array.validLow(frame) | array.validHigh(frame)) == 0) {
      array.drop(frame);
      transitions.changed(line);
    }
  }
}
