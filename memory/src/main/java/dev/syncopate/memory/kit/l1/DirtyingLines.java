package dev.syncopate.memory.kit.l1;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.cache.WrittenBytes;

/**
 * Lines that are wrong on purpose, for mutants: a compare-and-swap that finds another value dirties
 * its word all the same.
 */
public final class DirtyingLines extends L1Lines {
  private DirtyingLines(L1Parts of, boolean forwards) {
    super(of.config(), of.environment(), of.counters(), of.writes(), of.misses(), forwards);
  }

  /**
   * The parts of an L1 with such lines.
   *
   * @param right what it is made of else; its lines are not used
   * @param forwards whether accesses are passed on to be performed at the L2
   */
  public static L1Parts in(L1Parts right, boolean forwards) {
    return new L1Parts(
        right.config(),
        right.environment(),
        right.listener(),
        right.counters(),
        right.misses(),
        right.writes(),
        new DirtyingLines(right, forwards));
  }

  @Override
  protected WrittenBytes perform(LineAccess access, int frame) {
    return all(access, super.perform(access, frame));
  }

  /** All bytes of an access as those that it has written. */
  public static WrittenBytes all(LineAccess access, WrittenBytes written) {
    return new WrittenBytes(access.maskLow, access.maskHigh, written.changed());
  }
}
