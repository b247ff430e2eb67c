package dev.syncopate.app.cli.watch;

import dev.syncopate.app.cli.console.ExitCode;
import dev.syncopate.app.report.CheckResults;
import dev.syncopate.app.report.ReportedProblem;
import dev.syncopate.app.report.ScheduleResults;
import dev.syncopate.app.report.ScheduleResults.Schedule;
import dev.syncopate.check.Checker;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.DeviceBuilder;
import dev.syncopate.workload.runtime.LaunchResult;
import dev.syncopate.workload.runtime.LaunchResult.Ending;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/**
 * The schedules under which {@code --check races} runs everything once more where the machine's own
 * has shown nothing. How many is decided by simulated work, so that it is the same on every
 * computer: warp instructions and messages of all schedules together stay below {@value #WORK}.
 */
public final class OtherSchedules {
  /** Most work of the schedules that the user has not asked for. */
  static final long WORK = 2_000_000;

  /** Most of them: two of each style. */
  static final int MOST = 8;

  /** The repeated run. */
  @FunctionalInterface
  public interface Body<E extends Exception> {
    /**
     * Runs it.
     *
     * @return null if it was right, else why not
     */
    @Nullable String run(Device device) throws E;
  }

  private final CheckOptions checks;
  private final @Nullable Integer requestedCount;
  private final Supplier<DeviceBuilder> devices;
  private final BooleanSupplier goesOn;
  private final Consumer<String> progress;
  private final ScheduleResults results = new ScheduleResults();

  private OtherSchedules(
      CheckOptions checks,
      @Nullable Integer requestedCount,
      Supplier<DeviceBuilder> devices,
      BooleanSupplier goesOn,
      Consumer<String> progress) {
    this.checks = checks;
    this.requestedCount = requestedCount;
    this.devices = devices;
    this.goesOn = goesOn;
    this.progress = progress;
  }

  /**
   * Those that are to be run behind the machine's own; none where they are not asked for, or one
   * schedule was.
   *
   * @param devices as the command has them, under the machine's own schedule
   * @param progress hears which one runs
   */
  public static Optional<OtherSchedules> of(
      CheckOptions checks,
      PerturbOptions perturb,
      Supplier<DeviceBuilder> devices,
      BooleanSupplier goesOn,
      Consumer<String> progress) {
    return checks.looksAtSchedules() && perturb.first() == 0
        ? Optional.of(new OtherSchedules(checks, perturb.others(), devices, goesOn, progress))
        : Optional.empty();
  }

  /** Whether there is one to run behind such a run. */
  public boolean some(Device ran) {
    return ended(ran)
        && !ran.machine().perturb().on()
        && (requestedCount == null ? work(ran) <= WORK : requestedCount > 0);
  }

  /**
   * Runs them.
   *
   * @param ownResults what the machine's own schedule has shown
   * @param ran where that was
   * @param right whether the run was right otherwise
   * @return what all have shown
   */
  public <E extends Exception> CheckResults run(
      CheckResults ownResults, Device ran, boolean right, Body<E> body) throws E {
    boolean isPerturbed = ran.machine().perturb().on(); // its schedule is the only one
    if (!right || !ownResults.clean() || !ended(ran) || isPerturbed) {
      return ownResults;
    }
    long largest = work(ran);
    long spent = 0;
    int limit = requestedCount == null ? MOST : requestedCount;
    for (int seed = 1; seed <= limit && goesOn.getAsBoolean(); seed++) {
      if (requestedCount == null && spent + largest > WORK) {
        break;
      }
      int number = seed;
      progress.accept("schedule %d of %d".formatted(number, limit));
      Device device = PerturbOptions.prepare(devices.get(), seed).open();
      Checker checker = checks.watch(device);
      if (checker == null) {
        throw new IllegalStateException("nothing is checked");
      }
      String failure = body.run(device);
      if (!goesOn.getAsBoolean()) {
        break;
      }
      if (!limited(device)) {
        add(seed, device, CheckResults.of(checker, device), failure);
      }
      largest = Math.max(largest, work(device));
      spent += work(device);
    }
    int otherCount = results.schedules().size();
    CheckResults combined = otherCount == 0 ? ownResults : ownResults.and(results.merged());
    return requestedCount == null && otherCount < MOST && combined.clean()
        ? combined.because(why(otherCount))
        : combined;
  }

  /** Whether it has reached the cycle limit, of which nothing follows. */
  private static boolean limited(Device device) {
    return device.launches().stream().anyMatch(launch -> launch.ending() == Ending.MAX_CYCLES);
  }

  /** Why there were not more. */
  private static String why(int otherCount) {
    return String.format(
        Locale.ROOT,
        "%s would be more than %,d warp instructions and messages; --schedules N looks at N all the"
            + " same",
        otherCount == 0 ? "another schedule" : "more schedules",
        WORK);
  }

  private void add(int seed, Device device, CheckResults seedResults, @Nullable String failure) {
    CheckResults combined = seedResults;
    if (failure != null && seedResults.clean()) {
      combined =
          seedResults.with(
              ReportedProblem.of(device, "wrong-answer", "wrong answer", failure, List.of()));
    }
    boolean failed = !combined.clean();
    int code =
        new CheckOutput(seedResults, List.of()).exitCode(failed ? code(device) : ExitCode.RIGHT);
    long cycles = device.launches().stream().mapToLong(LaunchResult::cycles).sum();
    results.add(new Schedule(seed, code, failed, failure == null, cycles, combined));
  }

  /** The exit code of a run that has failed. */
  private static int code(Device device) {
    return device.launches().stream()
        .map(LaunchResult::ending)
        .filter(ending -> ending != Ending.DONE)
        .findFirst()
        .map(ending -> ExitCode.of(ending, true))
        .orElse(ExitCode.WRONG);
  }

  private static boolean ended(Device device) {
    return device.launches().stream().allMatch(launch -> launch.ending() == Ending.DONE);
  }

  private static long work(Device device) {
    return device.launches().stream()
        .mapToLong(
            launch -> launch.statistic("instructions.warp") + launch.statistic("network.messages"))
        .sum();
  }

  /** Says behind the findings how to see the first schedule that failed, if one did. */
  public void replay(PrintWriter people, CommandLine command, int programWords) {
    Schedule first = results.firstFailing();
    if (first != null) {
      CommandLine root = command.getCommandSpec().root().commandLine();
      people.println(
          "replay it: "
              + ReplayCommand.of(root.getParseResult().originalArgs(), programWords, first.seed()));
      people.flush();
    }
  }

  /** The exit code of a command that would end with this one otherwise. */
  public int exitCode(int otherwise) {
    Schedule first = results.firstFailing();
    return first != null && otherwise == ExitCode.WRONG ? first.code() : otherwise;
  }
}
