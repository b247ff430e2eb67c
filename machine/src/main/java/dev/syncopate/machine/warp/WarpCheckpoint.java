package dev.syncopate.machine.warp;

import dev.syncopate.machine.divergence.ScheduleCheckpoint;
import org.jspecify.annotations.Nullable;

/**
 * A warp at one moment: program counters and splits, registers, predicates, the words that it holds
 * and polls. Memory is not part of it, and time does not go back: a restored warp executes again
 * what it has executed since, later.
 *
 * <p>There are moments at which that cannot be, because something is in flight that would come to a
 * warp other than the one that asked for it: see {@link #obstacle} and {@link #obstacleNow}.
 */
public final class WarpCheckpoint {
  private final Warp warp;
  private final Cta cta;
  private final long ctaIndex;
  private final ScheduleCheckpoint schedule;
  private final long[] registers;
  private final long[] predicates;
  private final long[] scoreboard;
  private final long[] polled;
  private final HeldWords held = new HeldWords();
  private final long partDone;
  private final int barrierEvents;

  private WarpCheckpoint(Warp warp) {
    this.warp = warp;
    this.cta = warp.owner();
    this.ctaIndex = cta.index;
    this.schedule = warp.schedule.checkpoint();
    this.registers = warp.registers.clone();
    this.predicates = warp.predicates.clone();
    this.scoreboard = warp.scoreboard.clone();
    this.polled = warp.polled.clone();
    this.held.copyFrom(warp.held);
    this.partDone = warp.partDone;
    this.barrierEvents = warp.barrierEvents;
  }

  /**
   * Why a warp cannot be kept or restored now: a value that it has asked for, a copy or a function
   * of the runtime is in progress. Null if it can.
   */
  public static @Nullable String obstacle(Warp warp) {
    for (long from : warp.scoreboard) {
      if (from == Warp.UNKNOWN) {
        return "a value that it has asked for has not come";
      }
    }
    AsyncCopies copies = warp.copies;
    if (copies != null && !copies.allLanded(-1L)) {
      return "asynchronous copies have not landed";
    }
    return warp.waiting == Wait.SYSTEM ? "a function of the runtime works for it" : null;
  }

  /**
   * Keeps a warp as it is between two instructions.
   *
   * @throws IllegalStateException if there is an {@link #obstacle}
   */
  public static WarpCheckpoint of(Warp warp) {
    refuse("kept", obstacle(warp));
    return new WarpCheckpoint(warp);
  }

  /** Why the warp cannot go back to this checkpoint now, or null if it can. */
  public @Nullable String obstacleNow() {
    if (warp.cta != cta || cta.index != ctaIndex) {
      return "it has left";
    }
    if (warp.schedule.live() != schedule.live()) {
      return "lanes of it have exited since";
    }
    if (warp.barrierEvents != barrierEvents) {
      return "lanes of it have come to a barrier since, or left one";
    }
    return obstacle(warp);
  }

  /**
   * Makes the warp what it was, any number of times. For the execution unit that executes an
   * instruction of this warp: when a warp that does not issue goes on is settled already.
   *
   * @throws IllegalStateException if there is an {@linkplain #obstacleNow obstacle}
   */
  public void restore() {
    refuse("restored", obstacleNow());
    warp.schedule.restore(schedule);
    // Accesses that are in flight know the arrays.
    System.arraycopy(registers, 0, warp.registers, 0, registers.length);
    System.arraycopy(predicates, 0, warp.predicates, 0, predicates.length);
    System.arraycopy(scoreboard, 0, warp.scoreboard, 0, scoreboard.length);
    System.arraycopy(polled, 0, warp.polled, 0, polled.length);
    warp.held.copyFrom(held);
    warp.partDone = partDone;
  }

  private static void refuse(String what, @Nullable String obstacle) {
    if (obstacle != null) {
      throw new IllegalStateException("a warp cannot be " + what + ": " + obstacle);
    }
  }
}
