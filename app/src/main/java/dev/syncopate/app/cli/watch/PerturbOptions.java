package dev.syncopate.app.cli.watch;

import dev.syncopate.app.cli.console.UserErrorException;
import dev.syncopate.workload.runtime.DeviceBuilder;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options about other schedules than the machine's own. */
public final class PerturbOptions {
  private static final int MOST = 1_000_000;

  @Option(
      names = "--perturb",
      paramLabel = "N",
      description =
          "Run everything N times, each under another schedule: messages are delayed, warps pause and"
              + " issue in another order, CTAs start in another. Reports what was found under any of"
              + " them, and how to replay it.")
  private @Nullable Integer count;

  @Option(
      names = "--perturb-seed",
      paramLabel = "K",
      description =
          "Run under the schedule of seed K, to the digit as before; with --perturb begin with that"
              + " seed, which is 1 otherwise.")
  private @Nullable Integer seed;

  @Option(
      names = "--schedules",
      paramLabel = "N",
      description =
          "With --check races: how many other schedules are run where the first run shows nothing; 0"
              + " for none. Default: up to 8, as long as they take little work")
  private @Nullable Integer otherCount;

  private boolean shrinks;

  /** Refuses numbers that cannot be used. */
  public void check() {
    if (count != null && (count < 1 || count > MOST)) {
      throw new UserErrorException(
          "--perturb takes a number of schedules from 1 to %,d, not %d".formatted(MOST, count));
    }
    if (otherCount != null && (otherCount < 0 || otherCount > MOST)) {
      throw new UserErrorException(
          "--schedules takes a number of schedules from 0 to %,d, not %d"
              .formatted(MOST, otherCount));
    }
    if (otherCount != null && (count != null || seed != null)) {
      throw new UserErrorException(
          "--schedules tells how many schedules --check races runs behind the machine's own; found"
              + " it with "
              + (count != null ? "--perturb" : "--perturb-seed"));
    }
    if (seed != null && (seed < 1 || seed > Integer.MAX_VALUE - MOST)) {
      throw new UserErrorException(
          "--perturb-seed takes a number from 1 to %d, not %d"
              .formatted(Integer.MAX_VALUE - MOST, seed));
    }
  }

  /** Whether several schedules are asked for, of which one report is made; else there is one. */
  public boolean several() {
    return count != null;
  }

  /** The schedules are shrunk: there are several in any case. */
  public void shrinks() {
    shrinks = true;
  }

  /** How many. */
  public int count() {
    return count == null ? 1 : count;
  }

  /** How many are to be run behind the machine's own; null if the user has not said. */
  @Nullable Integer others() {
    return otherCount;
  }

  /** The first seed; 0 for the machine's own schedule. */
  public int first() {
    return seed != null ? seed : count == null ? 0 : 1;
  }

  /** Has a device run under a schedule, unless it is its own. */
  public static DeviceBuilder prepare(DeviceBuilder builder, int seed) {
    return seed == 0 ? builder : builder.set("perturb.seed=" + seed);
  }

  /** Refuses an option whose output is of one run. */
  public void refuse(boolean isGiven, String option) {
    if (!isGiven) {
      return;
    }
    if (shrinks) {
      throw new UserErrorException(
          option
              + " tells of one run, and shrink makes several: give it to the one that is replayed");
    }
    if (several()) {
      throw new UserErrorException(
          option
              + " tells of one run, and --perturb makes several: replay one with --perturb-seed");
    }
  }
}
