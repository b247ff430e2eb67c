package dev.syncopate.machine.status;

import dev.syncopate.memory.transaction.TransactionUnit;
import dev.syncopate.memory.transaction.WavefrontState;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * State of a warp's transaction, for reports.
 *
 * @param failed attempts that have
 * @param running lanes that make an attempt, or whose transaction was given up
 * @param stopped lanes that have failed and stand nowhere
 * @param exclusive warps of the CTA that run exclusively, a bit for each
 * @param conflicts at which lanes that have yet to commit failed last
 */
public record TransactionStatus(
    WavefrontState state,
    int failed,
    long running,
    long stopped,
    long exclusive,
    List<Conflict> conflicts) {

  /**
   * Conflict at which a lane failed.
   *
   * @param address of the word in the CTA's shared memory
   * @param warp that had it, or -1 when none is known
   * @param rivalLane lane of that warp
   */
  public record Conflict(int lane, int address, int warp, int rivalLane) {}

  /** That of a warp, by its number in the CTA; null if it has none and waits for none. */
  static @Nullable TransactionStatus of(@Nullable TransactionUnit unit, int warp, int width) {
    if (unit == null || (unit.state(warp) == WavefrontState.OUTSIDE && unit.exclusive() == 0)) {
      return null;
    }
    List<Conflict> conflicts = new ArrayList<>();
    for (long rest = unit.pending(warp); rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      int conflictAddress = unit.conflict(warp, lane);
      int rival = unit.rival(warp, lane);
      if (conflictAddress >= 0) {
        conflicts.add(
            new Conflict(
                lane,
                conflictAddress,
                rival < 0 ? -1 : rival / width,
                rival < 0 ? -1 : rival % width));
      }
    }
    long running = unit.running(warp) | unit.outside(warp);
    return new TransactionStatus(
        unit.state(warp),
        unit.failed(warp),
        running,
        unit.pending(warp) & ~running & ~unit.retrying(warp) & ~unit.doomed(warp),
        unit.exclusive(),
        List.copyOf(conflicts));
  }
}
