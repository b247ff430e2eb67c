package dev.syncopate.machine.functional;

import dev.syncopate.machine.core.KernelFault;
import dev.syncopate.machine.observer.LaunchObserver;
import dev.syncopate.machine.tile.FirstFault;
import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.machine.warp.Wait;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.functional.PagedMemory;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * CTAs of one launch taking turns. A CTA runs to its end unless all its warps wait for other CTAs
 * or it has had a whole turn. Then the next one starts, as long as the machine has room for one
 * more; without room the CTA that has waited longest goes on. So CTAs that wait for each other (a
 * grid barrier, a lock) are resident together, up to the number that the machine holds.
 */
final class CtaRotation {
  /** Instructions after which a CTA gives its turn away though its warps get on. */
  private static final long TURN = 1 << 13;

  /** Rounds through a CTA's warps in which nothing gets on, after which its turn ends. */
  private static final int IDLE_ROUNDS = 2;

  private final FunctionalUnits units;
  private final PagedMemory memory;
  private final InstructionClock clock;
  private final FirstFault faults;
  private final Grid grid;
  private final boolean spread;
  private final Deque<Resident> suspendedCtas = new ArrayDeque<>();
  private long next;
  private long finished;
  private long lastProgress;

  /** Turns since one in which an instruction was issued. */
  private int idleTurns;

  private boolean stuck;

  /** A CTA and where it lives. */
  private record Resident(FunctionalUnit unit, Cta cta) {}

  /**
   * @param observer of the launch; null for none. With one CTAs go round the compute units, since
   *     checks tell scopes apart by them.
   */
  CtaRotation(
      FunctionalUnits units,
      PagedMemory memory,
      InstructionClock clock,
      FirstFault faults,
      Grid grid,
      @Nullable LaunchObserver observer) {
    this.units = units;
    this.memory = memory;
    this.clock = clock;
    this.faults = faults;
    this.grid = grid;
    this.spread = observer != null;
    this.lastProgress = clock.now;
    units.load(grid, observer);
  }

  /** CTAs that have ended. */
  long finished() {
    return finished;
  }

  /** CTAs that have not started. */
  long toCome() {
    return grid.subset().count() - next;
  }

  /** Whether every CTA has ended. */
  boolean ended() {
    return finished == grid.subset().count();
  }

  /** The last time at which something other than a spinning loop went on. */
  long lastProgress() {
    return lastProgress;
  }

  /** Whether no warp can issue anything any more. */
  boolean isStuck() {
    return stuck;
  }

  /** Runs CTAs until all have ended, a fault, or some instructions more than once. */
  void run(long instructions) {
    long end = clock.now + instructions;
    while (!ended() && faults.first() == null && clock.now < end && !stuck) {
      long start = clock.now;
      int residents = suspendedCtas.size();
      Resident chosen = start();
      if (chosen == null) {
        chosen = suspendedCtas.pollFirst();
      }
      if (chosen == null) {
        throw new IllegalStateException("no CTA is resident, and not all have ended");
      }
      turn(chosen);
      if (chosen.cta.resident) {
        suspendedCtas.addLast(chosen);
      } else {
        finished++;
      }
      idleTurns = clock.now == start ? idleTurns + 1 : 0;
      stuck = idleTurns > residents + 1 && !ended();
    }
  }

  /** Starts the next CTA if there is one, and room for it. */
  private @Nullable Resident start() {
    if (next >= grid.subset().count()) {
      return null;
    }
    FunctionalUnit unit = units.withRoom(spread);
    if (unit == null) {
      return null;
    }
    return new Resident(unit, unit.start(grid.subset().at(next++)));
  }

  private void turn(Resident resident) {
    try {
      long end = clock.now + TURN;
      int idleRounds = 0;
      while (idleRounds < IDLE_ROUNDS && clock.now < end) {
        long changes = memory.changes();
        resident.unit.unit().progress = -1;
        boolean full = round(resident);
        boolean getsOn = memory.changes() != changes || resident.unit.unit().progress >= 0;
        if (getsOn) {
          lastProgress = clock.now;
        }
        if (!resident.cta.resident || faults.first() != null) {
          return;
        }
        idleRounds = getsOn || full ? 0 : idleRounds + 1;
      }
    } catch (KernelFault fault) {
      resident.unit.fail(fault);
    }
  }

  /** Lets each warp run once; whether one has issued as many instructions as its turn has. */
  private boolean round(Resident resident) {
    boolean full = false;
    for (Warp warp : resident.cta.warps) {
      if (warp.waiting() == Wait.NONE && warp.cta() == resident.cta) {
        full |= resident.unit.run(warp) == WarpRunner.Turn.FULL;
      }
    }
    return full;
  }
}
