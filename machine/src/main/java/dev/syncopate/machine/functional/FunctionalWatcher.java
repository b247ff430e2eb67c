package dev.syncopate.machine.functional;

import dev.syncopate.machine.core.KernelFault;
import dev.syncopate.machine.gpu.LaunchOutcome;
import dev.syncopate.machine.gpu.LaunchWatch;
import dev.syncopate.machine.tile.FirstFault;
import org.jspecify.annotations.Nullable;

/**
 * Decides between turns of CTAs whether a launch goes on, and tells how far it is. The rules are
 * those of the machine in cycles, with warp instructions in the place of cycles.
 */
final class FunctionalWatcher {
  /** Instructions between two looks. */
  private static final long INTERVAL = 1 << 20;

  /** Instructions between two looks while warps are watched for repetition. */
  private static final long WATCHED_INTERVAL = 1 << 17;

  /**
   * Instructions that count as a cycle of the watchdog: a machine in cycles issues several, and
   * warps that spin issue while others wait.
   */
  private static final long INSTRUCTIONS_PER_CYCLE = 4;

  /** Instructions without progress before a watch for repetition if there is no watchdog. */
  private static final long MOMENT = 4 * INTERVAL;

  private final LaunchWatch watch;
  private final CtaRotation rotation;
  private final FunctionalUnits units;
  private final InstructionClock clock;
  private final FirstFault faults;
  private final long start;
  private final long ctas;

  /** The time of the last progress that {@link #look} has seen. */
  private long seenProgress;

  /** Instructions without progress after which warps are watched for repetition again. */
  private long nextWatch;

  /** Warps that waited for nothing and had not repeated themselves at the last look. */
  private int computing;

  private @Nullable LaunchOutcome stopped;

  FunctionalWatcher(
      LaunchWatch watch,
      CtaRotation rotation,
      FunctionalUnits units,
      InstructionClock clock,
      FirstFault faults,
      long ctas) {
    this.watch = watch;
    this.rotation = rotation;
    this.units = units;
    this.clock = clock;
    this.faults = faults;
    this.start = clock.now;
    this.ctas = ctas;
    this.nextWatch = firstWatch(watch.watchdogCycles() * INSTRUCTIONS_PER_CYCLE);
  }

  /** Runs the launch until it ends, or is ended. */
  LaunchOutcome run() {
    while (true) {
      rotation.run(units.isWatching() ? WATCHED_INTERVAL : INTERVAL);
      KernelFault fault = faults.first();
      if (fault != null) {
        return fault.isTrap() ? LaunchOutcome.TRAP : LaunchOutcome.FAULT;
      }
      if (rotation.ended()) {
        return LaunchOutcome.DONE;
      }
      if (rotation.isStuck()) {
        return LaunchOutcome.HANG;
      }
      LaunchWatch.Progress progress =
          new LaunchWatch.Progress(0, clock.now - start, rotation.finished(), ctas);
      if (!watch.listener().hear(progress)) {
        return LaunchOutcome.INTERRUPTED;
      }
      look();
      if (stopped != null) {
        return stopped;
      }
    }
  }

  private void look() {
    long patience = watch.watchdogCycles() * INSTRUCTIONS_PER_CYCLE;
    long idle = clock.now - rotation.lastProgress();
    if (rotation.lastProgress() > seenProgress) {
      seenProgress = rotation.lastProgress();
      nextWatch = firstWatch(patience);
      units.watchRepetition(false);
    }
    boolean unexplained = patience != 0 && idle / LaunchWatch.COMPUTING > patience;
    if (!units.isWatching()) {
      if (idle > nextWatch || unexplained) {
        units.watchRepetition(true);
        computing = units.computing();
      }
      return;
    }
    if (patience != 0 && idle > patience && units.standsStill(patience)) {
      stopped = LaunchOutcome.HANG;
    } else if (unexplained) {
      stopped = LaunchOutcome.NO_PROGRESS;
    } else {
      endFutileWatch(idle);
    }
  }

  private static long firstWatch(long patience) {
    return patience == 0 ? MOMENT : patience / 2;
  }

  /**
   * Ends a watch for repetition during which no warp has begun to repeat itself. A watched warp is
   * interpreted, so the next watch begins after twice as many instructions without progress.
   */
  private void endFutileWatch(long idle) {
    int computingBefore = computing;
    computing = units.computing();
    if (computing > 0 && computing >= computingBefore) {
      units.watchRepetition(false);
      nextWatch = 2 * idle;
    }
  }

  /** Why the launch counts as hung. */
  String hangReason() {
    return rotation.isStuck()
        ? "every warp waits and nothing is in flight"
        : ("no memory word has changed and no warp has finished or left its loop since warp"
                + " instruction %d of %d, and every warp waits or repeats itself")
            .formatted(rotation.lastProgress() - start, clock.now - start);
  }

  /** What is known about a launch that was given up. */
  String standstill() {
    return ("no progress visible for %d warp instructions, though not every warp waits or repeats"
            + " itself\n"
            + "it may still end: --watchdog %d waits ten times as long, --watchdog off as long as it"
            + " takes")
        .formatted(clock.now - rotation.lastProgress(), 10 * watch.watchdogCycles());
  }

  /** What is known about a launch that was interrupted. */
  String interruption() {
    return ("interrupted after %d warp instructions: a memory word has changed, or a warp finished"
            + " or left its loop, at %d for the last time")
        .formatted(clock.now - start, rotation.lastProgress() - start);
  }
}
