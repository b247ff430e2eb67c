package dev.syncopate.machine.gpu;

import dev.syncopate.machine.agent.Cpus;
import dev.syncopate.machine.core.KernelFault;
import dev.syncopate.machine.tile.Faults;
import dev.syncopate.machine.tile.Tiles;
import dev.syncopate.memory.system.MemorySystem;
import dev.syncopate.sim.engine.Engine;

/** Decides between windows whether a launch goes on, and tells how far it is. */
final class Watcher implements Engine.Supervisor {
  /** Cycles between two looks at anything that has to be collected from all tiles. */
  private static final long INTERVAL = 16_384;

  private final Watch watch;
  private final Tiles tiles;
  private final Cpus cpus;
  private final MemorySystem memory;
  private final Faults faults;
  private final long start;
  private final long ctas;
  private final Watch.Listener update;
  private final long interval;
  private final long firstInstructions;
  private final long firstCtas;
  private long nextLook;
  private boolean limited;
  private boolean interrupted;
  private boolean idle;
  private long stoodStillSince = -1;

  Watcher(
      Watch watch,
      Tiles tiles,
      Cpus cpus,
      MemorySystem memory,
      Faults faults,
      long start,
      long ctas,
      Watch.Listener update) {
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
    Watch.Progress progress =
        new Watch.Progress(
            now - start,
            tiles.warpInstructions() - firstInstructions,
            tiles.finishedCtas() - firstCtas,
            ctas);
    if (!update.hear(progress) || !watch.listener().hear(progress)) {
      interrupted = true;
      return false;
    }
    if (watch.watchdogCycles() > 0) {
      long last = lastProgress();
      if (now - last > watch.watchdogCycles()) {
        stoodStillSince = last - start;
        return false;
      }
    }
    return true;
  }

  Outcome outcome() {
    KernelFault fault = faults.first();
    if (fault != null) {
      return fault.isTrap() ? Outcome.TRAP : Outcome.FAULT;
    }
    if (cpus.failure() != null) {
      return Outcome.FAULT;
    }
    if (limited) {
      return Outcome.MAX_CYCLES;
    }
    if (interrupted) {
      return Outcome.INTERRUPTED;
    }
    return idle && tiles.ended() && cpus.ended() ? Outcome.DONE : Outcome.HANG;
  }

  /** Cycles of a launch that was stopped at cycle {@code now} of the engine. */
  long cycles(long now) {
    return Math.min(now - start, watch.maxCycles());
  }

  /** Cycles without progress that make an interrupted launch look hung. */
  private static final long LONG_STANDSTILL = 100_000;

  private long lastProgress() {
    long agents = Math.max(tiles.lastProgress(), cpus.lastProgress());
    return Math.max(start, Math.max(agents, memory.lastChange()));
  }

  /** Whether an interrupted launch has not got on for so long that it looks hung. */
  boolean standsStill(long now) {
    return now - lastProgress() > LONG_STANDSTILL;
  }

  /** What is known about a launch that was interrupted in cycle {@code now} of the engine. */
  String interruption(long now) {
    return "interrupted in cycle %d: a memory word has changed, or a warp finished or left its loop, in cycle %d for the last time"
        .formatted(now - start, lastProgress() - start);
  }

  private String everybody() {
    return cpus.ended() ? "every warp" : tiles.ended() ? "the CPU" : "every warp and the CPU";
  }

  /** Why the launch counts as hung. */
  String hangReason() {
    return stoodStillSince < 0
        ? everybody() + " waits and nothing is in flight"
        : "no memory word has changed and no warp has finished or left its loop since cycle "
            + stoodStillSince;
  }
}
