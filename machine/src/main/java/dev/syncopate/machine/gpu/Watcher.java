package dev.syncopate.machine.gpu;

import dev.syncopate.machine.agent.Cpus;
import dev.syncopate.machine.core.KernelFault;
import dev.syncopate.machine.tile.FirstFault;
import dev.syncopate.machine.tile.Tiles;
import dev.syncopate.memory.system.MemorySystem;
import dev.syncopate.sim.engine.Engine;

/** Decides between windows whether a launch goes on, and tells how far it is. */
final class Watcher implements Engine.Supervisor {
  /** Cycles between two looks at anything that has to be collected from all tiles. */
  private static final long INTERVAL = 16_384;

  /** Cycles without progress after which it is worth watching whether warps repeat themselves. */
  private static final long MOMENT = 100_000;

  private final LaunchWatch watch;
  private final Tiles tiles;
  private final Cpus cpus;
  private final MemorySystem memory;
  private final FirstFault faults;
  private final long start;
  private final long ctas;
  private final LaunchWatch.Listener update;
  private final long interval;
  private final long firstInstructions;
  private final long firstCtas;
  private long nextLook;
  private boolean limited;
  private boolean interrupted;
  private boolean idle;
  private boolean standsStill;
  private boolean givenUp;

  /** When the watch for repetition began, in which nothing has changed since; -1 for not. */
  private long watchedSince = -1;

  Watcher(
      LaunchWatch watch,
      Tiles tiles,
      Cpus cpus,
      MemorySystem memory,
      FirstFault faults,
      long start,
      long ctas,
      LaunchWatch.Listener update) {
    this.watch = watch;
    this.tiles = tiles;
    this.cpus = cpus;
    this.memory = memory;
    this.faults = faults;
    this.start = start;
    this.ctas = ctas;
    this.update = update;
    long watchdog = watch.watchdogCycles();
    this.interval = watchdog == 0 ? INTERVAL : Math.clamp(watchdog / 8, 1, INTERVAL);
    this.firstInstructions = tiles.warpInstructions();
    this.firstCtas = tiles.finishedCtas();
    this.nextLook = start + interval;
  }

  @Override
  public boolean proceed(long now, long next) {
    if (faults.first() != null || cpus.failure() != null) {
      return false;
    }
    if (next == Long.MAX_VALUE) {
      idle = true;
      return false;
    }
    if (next - start >= watch.maxCycles()) {
      limited = true;
      return false;
    }
    return now < nextLook || look(now);
  }

  private boolean look(long now) {
    nextLook = now + interval;
    LaunchWatch.Progress progress =
        new LaunchWatch.Progress(
            now - start,
            tiles.warpInstructions() - firstInstructions,
            tiles.finishedCtas() - firstCtas,
            ctas);
    if (!update.hear(progress) || !watch.listener().hear(progress)) {
      interrupted = true;
      return false;
    }
    return getsOn(now);
  }

  /**
   * Whether something changes that can be seen, or may come of what warps compute. Whether they
   * repeat themselves is watched only after a standstill: it slows them down.
   */
  private boolean getsOn(long now) {
    long watchdog = watch.watchdogCycles();
    long last = lastProgress(now);
    long idleCycles = now - last;
    if (watchedSince >= 0 && last > watchedSince) {
      tiles.watchRepetition(false);
      watchedSince = -1;
    }
    boolean suspicious = idleCycles > (watchdog == 0 ? MOMENT : Math.min(watchdog / 2, MOMENT));
    if (watchedSince < 0 && suspicious && !tiles.ended()) {
      tiles.watchRepetition(true);
      watchedSince = now;
    }
    if (watchdog == 0 || idleCycles <= watchdog) {
      return true;
    }
    standsStill = tiles.ended() || tiles.standsStill(now, watchdog);
    givenUp = !standsStill && idleCycles / LaunchWatch.COMPUTING > watchdog;
    return !standsStill && !givenUp;
  }

  LaunchOutcome outcome() {
    KernelFault fault = faults.first();
    if (fault != null) {
      return fault.isTrap() ? LaunchOutcome.TRAP : LaunchOutcome.FAULT;
    }
    if (cpus.failure() != null) {
      return LaunchOutcome.FAULT;
    }
    if (limited) {
      return LaunchOutcome.MAX_CYCLES;
    }
    if (interrupted) {
      return LaunchOutcome.INTERRUPTED;
    }
    if (givenUp) {
      return LaunchOutcome.NO_PROGRESS;
    }
    return idle && tiles.ended() && cpus.ended() ? LaunchOutcome.DONE : LaunchOutcome.HANG;
  }

  /** Cycles of a launch that was stopped at cycle {@code now} of the engine. */
  long cycles(long now) {
    return Math.min(now - start, watch.maxCycles());
  }

  private long lastProgress(long now) {
    long agents = Math.max(tiles.lastProgress(), cpus.lastProgress(now));
    return Math.max(start, Math.max(agents, memory.lastChange()));
  }

  /** Whether a launch that was stopped in cycle {@code now} of the engine is known to hang. */
  boolean hangs(long now) {
    return now - lastProgress(now) > MOMENT && tiles.standsStill(now, MOMENT);
  }

  /** What is known about a launch that was interrupted in cycle {@code now} of the engine. */
  String interruption(long now) {
    return "interrupted in cycle %d: a memory word has changed, or a warp finished or left its loop, in cycle %d for the last time"
        .formatted(now - start, lastProgress(now) - start);
  }

  /** What is known about a launch that was given up in cycle {@code now} of the engine. */
  String standstill(long now) {
    return ("no progress visible for %d cycles: since cycle %d no memory word has changed and no"
            + " warp has finished or left its loop, though not every warp waits or repeats itself\n"
            + "it may still end: --watchdog %d waits ten times as long, --watchdog off as long as it"
            + " takes")
        .formatted(now - lastProgress(now), lastProgress(now) - start, 10 * watch.watchdogCycles());
  }

  private String everybody() {
    return cpus.ended() ? "every warp" : tiles.ended() ? "the CPU" : "every warp and the CPU";
  }

  /** Why the launch counts as hung, known in cycle {@code now} of the engine. */
  String hangReason(long now) {
    return standsStill
        ? "no memory word has changed and no warp has finished or left its loop since cycle "
            + (lastProgress(now) - start)
            + (tiles.ended() ? "" : ", and every warp waits or repeats itself")
        : everybody() + " waits and nothing is in flight";
  }
}
