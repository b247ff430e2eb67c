package dev.syncopate.memory.mechanism.phi;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.cache.CacheArray;
import dev.syncopate.memory.cache.LineBytes;
import dev.syncopate.memory.cache.MissTable;
import dev.syncopate.memory.cache.WordMask;
import dev.syncopate.memory.kit.LineMessage;
import dev.syncopate.memory.kit.l1.L1Misses;
import dev.syncopate.memory.kit.l1.L1Parts;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.MemoryMessage;

/** Fetches on write: fills that no access waits for. */
final class PhiFetches {
  private final CacheArray array;
  private final L1Misses misses;
  private final L1Environment environment;
  private final PhiCounters counters;
  private final int sector;

  /** Whether stores fetch. */
  final boolean onStores;

  PhiFetches(L1Parts parts, PhiCounters counters, boolean onStores) {
    this.onStores = onStores;
    array = parts.lines().array;
    misses = parts.misses();
    environment = parts.environment();
    sector = parts.config().sector();
    this.counters = counters;
  }

  /**
   * Whether what an access touches holds neither data nor partial values somewhere.
   *
   * @param frame the line's, or none
   * @param words those that hold partial values
   */
  boolean lacks(LineAccess access, int frame, int words) {
    return (lackingLow(access, frame, words) | lackingHigh(access, frame, words)) != 0;
  }

  long lackingLow(LineAccess access, int frame, int words) {
    long valid = frame == CacheArray.NONE ? 0 : array.validLow(frame);
    return access.maskLow & ~valid & ~WordMask.low(words);
  }

  long lackingHigh(LineAccess access, int frame, int words) {
    long valid = frame == CacheArray.NONE ? 0 : array.validHigh(frame);
    return access.maskHigh & ~valid & ~WordMask.high(words);
  }

  /** Whether no MSHR can be had for a line. */
  boolean refused(long line) {
    return misses.table.full() && misses.table.find(line) == MissTable.NONE;
  }

  /** Asks for the sectors of some bytes, unless they have been asked for. */
  void ask(long line, long low, long high) {
    if ((low | high) == 0) {
      return;
    }
    int miss = misses.table.find(line);
    if (miss == MissTable.NONE) {
      miss = misses.allocate(line);
    }
    long needLow = LineBytes.sectorsLow(low, high, sector) & ~misses.askedLow(miss);
    long needHigh = LineBytes.sectorsHigh(low, high, sector) & ~misses.askedHigh(miss);
    if ((needLow | needHigh) != 0) {
      counters.fetches++;
      misses.ask(miss, needLow, needHigh);
      environment.send(
          environment.home(line),
          MemoryMessage.asking(
              LineMessage.READ, line, environment.node(), needLow, needHigh, miss));
    }
  }
}
