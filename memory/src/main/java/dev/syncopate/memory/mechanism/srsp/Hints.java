package dev.syncopate.memory.mechanism.srsp;

import dev.syncopate.memory.mechanism.promotion.FlushHints;
import dev.syncopate.memory.protocol.L2Environment;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * Hints of a home bank (srsp §4.9). The bank asks only the L1 that flushed the last time. It asks
 * the others when that L1 has nothing to flush now, or when another L1 meanwhile writes bytes of
 * the line, which it may have released since.
 */
final class Hints implements FlushHints {
  private final HintTable hints;
  private final L2Environment environment;
  private final HintCounters counts = new HintCounters();

  Hints(int entries, L2Environment environment) {
    this.environment = environment;
    hints = new HintTable(entries);
  }

  @Override
  public int hint(long line) {
    return hints.get(line, environment.number(line));
  }

  @Override
  public void remember(long line, int tile, boolean hinted) {
    hints.put(line, environment.number(line), tile);
    counts.hints += hinted ? 1 : 0;
  }

  @Override
  public List<Object> counters() {
    return List.of(counts);
  }

  @Override
  public List<String> checkInvariants(IntPredicate serves) {
    return hints.checkInvariants(serves);
  }
}
