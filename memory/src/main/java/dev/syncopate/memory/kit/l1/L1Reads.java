package dev.syncopate.memory.kit.l1;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.cache.LineBytes;
import dev.syncopate.memory.cache.MissTable;
import dev.syncopate.memory.config.L1Config;
import dev.syncopate.memory.kit.LineMessage;
import dev.syncopate.memory.kit.WaitingAccess;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.Outcome;
import dev.syncopate.memory.topology.Node;

/** Asks the L2 for bytes that accesses lack. */
final class L1Reads {
  private static final int NONE = MissTable.NONE;

  private final L1Lines lines;
  private final L1Misses misses;
  private final L1Config config;
  private final L1Environment environment;
  private final L1Counters counters;
  private final Node node;

  L1Reads(L1Parts parts) {
    lines = parts.lines();
    misses = parts.misses();
    config = parts.config();
    environment = parts.environment();
    counters = parts.counters();
    node = environment.node();
  }

  /** The MSHR in which an access may wait, or {@link #NONE}. */
  int missFor(LineAccess access, boolean mayStall) {
    int miss = misses.table.find(access.line);
    if (miss == NONE) {
      return misses.table.full() ? NONE : misses.allocate(access.line);
    }
    return mayStall && misses.crowded(miss) ? NONE : miss;
  }

  /** Why there is none. */
  Outcome noMiss(LineAccess access) {
    return misses.table.find(access.line) == NONE ? Outcome.STALLED_MSHRS : Outcome.STALLED_TARGETS;
  }

  /** Keeps the bytes that are valid now, and asks for those of the others that nobody asked for. */
  void askFor(int miss, LineAccess access, int frame) {
    lines.record(frame, L1Event.MISS, access.line);
    long low = access.maskLow;
    long high = access.maskHigh;
    if (frame != NONE) {
      lines.array.touch(frame);
      WaitingAccess.collect(
          access,
          config.line(),
          lines.array.data(),
          lines.array.base(frame),
          lines.array.validLow(frame),
          lines.array.validHigh(frame));
      low &= ~lines.array.validLow(frame);
      high &= ~lines.array.validHigh(frame);
    }
    long needLow = LineBytes.sectorsLow(low, high, config.sector()) & ~misses.askedLow(miss);
    long needHigh = LineBytes.sectorsHigh(low, high, config.sector()) & ~misses.askedHigh(miss);
    if ((needLow | needHigh) == 0) {
      counters.mergedMisses++;
      return;
    }
    misses.ask(miss, needLow, needHigh);
    MemoryMessage read =
        MemoryMessage.asking(LineMessage.READ, access.line, node, needLow, needHigh, miss);
    environment.send(environment.home(access.line), read);
  }
}
