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

  /**
   * Instructions that count as a cycle of the watchdog: a machine in cycles issues several, and
   * warps that spin issue while others wait.
   */
  private static final long INSTRUCTIONS_PER_CYCLE = 4;

  private final LaunchWatch watch;
  private final CtaRotation rotation;
  private final FunctionalUnits units;
  private final InstructionClock clock;
  private final FirstFault faults;
  private final long start;
  private final long ctas;

  /** When the watch for repetition began; -1 for not. */
  private long watchedSince = -1;

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
  }

  /** Runs the launch until it ends, or is ended. */
  LaunchOutcome run() {
    while (true) {
      rotation.run(INTERVAL);
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
    if (watchedSince >= 0 && rotation.lastProgress() > watchedSince) {
      units.watchRepetition(false);
      watchedSince = -1;
    }
    if (watchedSince < 0 && idle > patience / 2) {
      units.watchRepetition(true);
      watchedSince = clock.now;
    }
    if (patience == 0 || idle <= patience) {
      return;
    }
    if (units.standsStill(patience)) {
      stopped = LaunchOutcome.HANG;
    } else if (idle / LaunchWatch.COMPUTING > patience) {
      stopped = LaunchOutcome.NO_PROGRESS;
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
