package dev.syncopate.memory.mechanism.srsp;

import dev.syncopate.memory.cache.CacheArray;
import dev.syncopate.memory.cache.LaneBytes;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.kit.l1.L1Lines;
import dev.syncopate.memory.mechanism.promotion.PromotingL1;
import dev.syncopate.memory.protocol.decorator.WrongProtocol;
import dev.syncopate.memory.rig.Rig;
import java.util.ArrayList;
import java.util.List;

/** A machine with protocol srsp into whose L1s and their tables one can look. */
final class Watched {
  static final String NO_LINE = "no line";
  final List<L1> l1s = new ArrayList<>();
  final Rig rig;

  Watched(MemoryConfig config) {
    rig =
        new Rig(
            config,
            WrongProtocol.l1(
                new SrspProtocol(),
                (right, memoryConfig, environment, listener, counters) -> {
                  SrspPolicy policy =
                      new SrspPolicy(
                          PromotingL1.parts(
                              memoryConfig.l1(),
                              environment,
                              listener,
                              counters,
                              PromotingL1.LINES),
                          memoryConfig.settings(SrspSettings.class),
                          SrspProtocol.RIGHT);
                  l1s.add(new L1(policy));
                  return new SrspL1(policy, SrspHoldTable.HOLDS);
                }),
            ConsistencyModel.HRF,
            1);
  }

  /** An L1 to look into. */
  static final class L1 {
    private final SrspPolicy policy;
    private final L1Lines lines;

    L1(SrspPolicy policy) {
      this.policy = policy;
      lines = policy.parts.lines();
    }

    /** The sFIFO's entries that are there, as {@code oldest..marker}. */
    String fifo() {
      return lines.fifo.oldest() + ".." + lines.fifo.marker();
    }

    /** The sFIFO entry that the LR-TBL names for a line, or -1. */
    long released(long line) {
      return policy.releases.table.entry(line);
    }

    boolean promotes(long line) {
      return policy.acquires.table.contains(line);
    }

    boolean promotesNothing() {
      return policy.acquires.table.isEmpty();
    }

    /** A line's first word in this L1, for example {@code 3 dirty}. */
    String word(long line) {
      int frame = lines.find(line);
      if (frame == CacheArray.NONE || !lines.array.holds(frame, 0xf, 0)) {
        return NO_LINE;
      }
      long value = LaneBytes.get(lines.array.data().bytes, lines.array.base(frame), 4);
      return value + (lines.array.dirty(frame) ? " dirty" : " clean");
    }
  }
}
