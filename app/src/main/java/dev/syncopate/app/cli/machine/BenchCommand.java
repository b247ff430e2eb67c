package dev.syncopate.app.cli.machine;

import dev.syncopate.app.bench.BuiltVersion;
import dev.syncopate.app.bench.ColdRun;
import dev.syncopate.app.bench.LaunchedProgram;
import dev.syncopate.app.bench.LitmusRun;
import dev.syncopate.app.bench.LitmusRun.Rounds;
import dev.syncopate.app.bench.ProcessorTime;
import dev.syncopate.app.bench.RatioSample;
import dev.syncopate.app.bench.SmallLaunches;
import dev.syncopate.app.bench.VersionComparison;
import dev.syncopate.app.bench.WarmRun;
import dev.syncopate.app.cli.console.ExitCode;
import dev.syncopate.app.cli.console.Interruption;
import dev.syncopate.app.cli.console.MachineOptions;
import dev.syncopate.app.cli.console.Terminal;
import dev.syncopate.app.cli.console.UserErrorException;
import dev.syncopate.app.report.DurationText;
import dev.syncopate.app.report.ProgressDisplay;
import dev.syncopate.model.generate.SameUnitThreads;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.workload.catalogue.Workloads;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.DeviceBuilder;
import dev.syncopate.workload.runtime.ThreadForecast;
import dev.syncopate.workload.suite.ContextBuilder;
import dev.syncopate.workload.suite.Workload;
import dev.syncopate.workload.suite.WorkloadContext;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench}: how fast the simulator is here. */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    abbreviateSynopsis = true,
    description = "Measure how fast the simulator is on this computer.",
    footer = {
      "",
      "Cold: a new process, JVM start, input and check included. Warm: the launches alone,"
          + " the",
      "median of the rounds, after as many that do not count. Rates are per second of processor"
          + " time,",
      "with several threads per second of wall time; a transaction is an access of one warp to one",
      "cache line."
    })
public final class BenchCommand implements Callable<Integer> {
  private static final List<String> NAMES = List.of("vecadd", "histogram", "pagerank-push");
  private static final String LITMUS_HEAD =
      "litmus tests, warm             count      CPU       per second";
  private static final List<String> FUNCTIONAL_NAMES =
      List.of("vecadd", "histogram", "bwc", "pagerank-push", "bfs", "spinmutex");

  /** Numbers of threads whose speed-up is forecast. */
  private static final int[] FORECASTS = {2, 4, 8, 16, 64};

  /** Two ticks of the clock of processor time. */
  private static final double SHORTEST_SECONDS = 0.02;

  private static final double MEBI = 1 << 20;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--size",
      paramLabel = "SIZE",
      defaultValue = "medium",
      description = "Size of each workload. Default: ${DEFAULT-VALUE}")
  private String size = "";

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "5",
      description = "Warm rounds that count. Default: ${DEFAULT-VALUE}")
  private int rounds;

  @Option(
      names = "--litmus",
      description = "Measure work on litmus tests alone, locks and loops included.")
  private boolean litmusAlone;

  @Option(
      names = "--functional",
      description = "Measure warm launches without time alone, against those in cycles.")
  private boolean functionalAlone;

  @Option(
      names = "--against",
      paramLabel = "COMMIT",
      description =
          "Build COMMIT, run this version and that one by turns, and print ratios of processor time"
              + " with their 95%% intervals, as a table in Markdown.")
  private @Nullable String against;

  @Option(
      names = "--micro",
      paramLabel = "REGEX",
      defaultValue = ".*",
      description =
          "With --against: micro-benchmarks whose names contain REGEX; 'none' for none. Default: all")
  private String micro = "";

  @Mixin private MachineOptions machine = new MachineOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (rounds < 1 || rounds > 1000) {
      throw new UserErrorException("--rounds takes a number from 1 to 1000, not " + rounds);
    }
    PrintWriter out = spec.commandLine().getOut();
    if (against != null) {
      return against(against, out);
    }
    if (litmusAlone) {
      try (Interruption interruption = new Interruption()) {
        interruption.arm();
        out.println(LITMUS_HEAD);
        List<Step> steps = new ArrayList<>();
        steps.add(
            new Step(
                "judge 1,000 tests",
                () ->
                    litmus(
                        out,
                        "read and judge, cold, tests",
                        LitmusRun.readAndJudge("ptx", 1000, interruption::requested))));
        steps.addAll(litmus(out, interruption::requested));
        steps.addAll(loops(out, interruption::requested));
        return measure(steps, interruption, out);
      }
    }
    if (functionalAlone) {
      try (Interruption interruption = new Interruption()) {
        interruption.arm();
        out.println("warm, per second of processor time   without time     in cycles");
        return measure(functional(interruption::requested, out), interruption, out);
      }
    }
    Device device = machine.device().open(); // refuses what the other processes would
    for (String name : NAMES) {
      WorkloadContext _ = new ContextBuilder(find(name)).size(size).build(device);
    }
    out.println(
        "                                cold                   warm, per second of "
            + (machine.threads == 1 ? "processor time" : "wall time"));
    out.println(
        "workload            cycles    CPU      wall   memory   cycles  warp instr. transactions");
    out.flush();
    try (Interruption interruption = new Interruption()) {
      interruption.arm();
      return measure(steps(interruption::requested, out), interruption, out);
    }
  }

  /** Measures this version and another one. */
  private int against(String commit, PrintWriter out) throws InterruptedException {
    if (litmusAlone || functionalAlone) {
      throw new UserErrorException(
          "--against measures whole runs and micro-benchmarks: found it with "
              + (litmusAlone ? "--litmus" : "--functional")
              + "; expected one of them");
    }
    Path launcher = Path.of(System.getProperty(ColdRun.LAUNCHER, "syncopate"));
    PrintWriter err = spec.commandLine().getErr();
    ProgressDisplay progress = Terminal.progress(err);
    try (Interruption interruption = new Interruption()) {
      interruption.arm();
      BooleanSupplier stop = interruption::requested;
      BuiltVersion ownVersion = BuiltVersion.here(launcher);
      progress.show(() -> "building " + commit);
      try (BuiltVersion otherVersion = BuiltVersion.of(ownVersion, commit, stop)) {
        VersionComparison comparison =
            new VersionComparison(
                ownVersion, otherVersion, rounds, line -> progress.show(() -> line), stop);
        List<RatioSample> samples =
            new ArrayList<>(comparison.wholeRuns(NAMES.stream().map(this::commandOf).toList()));
        if (!micro.equals("none")) {
          samples.addAll(comparison.microBenchmarks(micro));
        }
        progress.clear();
        out.print(RatioSample.table(samples, otherVersion.name()));
        out.flush();
        return ExitCode.RIGHT;
      }
    } catch (CancellationException e) {
      progress.clear();
      return ExitCode.INTERRUPTED;
    } catch (IOException e) {
      progress.clear();
      throw new UserErrorException(String.valueOf(e.getMessage()));
    }
  }

  private List<String> commandOf(String workload) {
    return command(find(workload));
  }

  /** Something to measure, and what it is called when it is missing. */
  private record Step(String name, Measurement measurement) {}

  private interface Measurement {
    void take() throws IOException, InterruptedException;
  }

  private static int measure(List<Step> steps, Interruption interruption, PrintWriter out)
      throws IOException, InterruptedException {
    List<String> missing = new ArrayList<>();
    for (Step step : steps) {
      try {
        if (!interruption.requested()) {
          step.measurement().take();
          out.flush();
          continue;
        }
      } catch (CancellationException e) {
        // interrupted in its midst
      }
      missing.add(step.name());
    }
    if (missing.isEmpty()) {
      return ExitCode.RIGHT;
    }
    out.printf("%nInterrupted: not measured: %s%n", String.join(", ", missing));
    out.flush();
    return ExitCode.INTERRUPTED;
  }

  private List<Step> steps(BooleanSupplier stop, PrintWriter out) {
    List<Step> steps = new ArrayList<>();
    for (String name : NAMES) {
      steps.add(new Step(name, () -> measure(find(name), out, stop)));
    }
    if (machine.threads > 1) {
      steps.add(new Step("threads", () -> threads(out, stop)));
      steps.add(new Step("forecast for threads", () -> forecast(out, stop)));
    }
    steps.add(new Step("launches from files", () -> launched(out, stop)));
    steps.add(new Step("small launches", () -> smallLaunches(out, stop)));
    steps.addAll(litmus(out, stop));
    return steps;
  }

  /** Launches without time, in rounds that take turns with launches in cycles. */
  private List<Step> functional(BooleanSupplier stop, PrintWriter out) {
    return FUNCTIONAL_NAMES.stream()
        .map(name -> new Step(name, () -> functional(find(name), out, stop)))
        .toList();
  }

  private void functional(Workload workload, PrintWriter out, BooleanSupplier stop) {
    List<WarmRun> runs =
        WarmRun.of(
            workload,
            size,
            List.of(() -> timed().functional(true), this::timed),
            rounds,
            rounds,
            stop);
    WarmRun functional = runs.getFirst();
    WarmRun inCycles = runs.getLast();
    out.println(
        String.format(
            Locale.ROOT,
            "%-22s %,14d %11s %13s %13s",
            workload.name(),
            functional.warpInstructions(),
            rate(functional),
            rate(inCycles),
            isMeasurable(functional) && isMeasurable(inCycles)
                ? "%7.0f times".formatted(inCycles.seconds() / functional.seconds())
                : "-"));
  }

  /** Warp instructions a second; a dash for a run shorter than a tick of the clock. */
  private static String rate(WarmRun run) {
    return isMeasurable(run) ? DurationText.rate(run.rate(run.warpInstructions())) : "-";
  }

  private static boolean isMeasurable(WarmRun run) {
    return run.seconds() >= SHORTEST_SECONDS;
  }

  /** With several threads: how much faster than one, in rounds that take turns. */
  private void threads(PrintWriter out, BooleanSupplier stop) {
    out.println();
    out.println(
        String.format(
            Locale.ROOT, "warp instr. per second       1 thread  %2d threads", machine.threads));
    for (String name : NAMES) {
      List<WarmRun> runs =
          WarmRun.of(
              find(name),
              size,
              List.of(() -> machine.device().threads(1), machine::device), // by the wall's clock
              rounds,
              rounds,
              stop);
      double singleRate = runs.getFirst().rate(runs.getFirst().warpInstructions());
      double several = runs.getLast().rate(runs.getLast().warpInstructions());
      out.println(
          String.format(
              Locale.ROOT,
              "%-26s %10s %11s %8.2f times",
              name,
              DurationText.rate(singleRate),
              DurationText.rate(several),
              several / singleRate));
      out.flush();
    }
  }

  /** With several threads: what more of them could give, from the windows of a run on one. */
  private void forecast(PrintWriter out, BooleanSupplier stop) {
    out.println();
    out.println(
        "at most, from windows     work     span  parts"
            + IntStream.of(FORECASTS)
                .mapToObj(threads -> "%5d thr.".formatted(threads))
                .collect(Collectors.joining()));
    for (String name : NAMES) {
      ThreadForecast forecast = new ThreadForecast(FORECASTS);
      List<WarmRun> _ =
          WarmRun.of(
              find(name),
              size,
              List.of(() -> machine.device().threads(1), () -> measured(forecast)),
              1,
              1,
              stop);
      StringBuilder line =
          new StringBuilder(
              String.format(
                  Locale.ROOT,
                  "%-20s %9s %8s %6.1f",
                  name,
                  DurationText.seconds(forecast.workSeconds()),
                  DurationText.seconds(forecast.spanSeconds()),
                  forecast.partsPerWindow()));
      for (int i = 0; i < FORECASTS.length; i++) {
        line.append(String.format(Locale.ROOT, "%10.2f", forecast.speedUp(i)));
      }
      out.println(line);
      out.flush();
    }
  }

  private DeviceBuilder measured(ThreadForecast forecast) {
    return machine.device().threads(1).windows(forecast);
  }

  /** Programs as users have them, in files. */
  private void launched(PrintWriter out, BooleanSupplier stop)
      throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("syncopate-bench-");
    try {
      out.println();
      out.println("launch with buffers from files, cold        CPU      wall   memory");
      for (LaunchedProgram program :
          List.of(
              LaunchedProgram.vecadd(folder, elements("vecadd")),
              LaunchedProgram.histogram(folder, elements("histogram")),
              LaunchedProgram.pageRank(folder, elements("pagerank-push")))) {
        List<String> command = new ArrayList<>(program.arguments());
        command.addAll(machine.asArguments());
        ColdRun run = ColdRun.of(command, rounds, stop);
        out.println(
            String.format(
                Locale.ROOT,
                "%-36s %10s %9s %4.0f MiB",
                program.name(),
                DurationText.seconds(run.cpuSeconds()),
                DurationText.seconds(run.wallSeconds()),
                run.peakBytes() / MEBI));
        out.flush();
      }
    } finally {
      try (Stream<Path> files = Files.list(folder)) {
        for (Path file : files.toList()) {
          Files.delete(file);
        }
      }
      Files.delete(folder);
    }
  }

  /** A device whose time is the processor's, which other programs hardly change, if that is all. */
  private DeviceBuilder timed() {
    DeviceBuilder device = machine.device();
    return machine.threads == 1 ? device.clock(ProcessorTime::nanoseconds) : device;
  }

  private int elements(String workload) {
    return Math.toIntExact(new ContextBuilder(find(workload)).size(size).size());
  }

  private void smallLaunches(PrintWriter out, BooleanSupplier stop) {
    SmallLaunches run = SmallLaunches.of(timed().open(), 200 * rounds, stop);
    out.println();
    out.println(
        String.format(
            Locale.ROOT,
            "%,d launches of %,d warp instructions: %s, %s warp instr. per second",
            run.launches(),
            run.warpInstructions() / run.launches(),
            DurationText.seconds(run.seconds()),
            DurationText.rate(run.rate())));
    out.println();
    out.println(LITMUS_HEAD);
  }

  /** What is independent of the machine chosen. */
  private List<Step> litmus(PrintWriter out, BooleanSupplier stop) {
    Rounds warm = Rounds.warm(rounds);
    return List.of(
        explore("MP-gpu", "gpu", warm, out, stop),
        explore("lock-remote", "srsp", warm, out, stop),
        explore("IRIW-acquire", "gpu", warm, out, stop),
        explore(SameUnitThreads.four(), warm, out, stop),
        new Step(
            "judge the library",
            () -> litmus(out, "judge the library, tests", LitmusRun.judge("ptx", warm, stop))));
  }

  private static Step explore(
      String test, String protocol, Rounds rounds, PrintWriter out, BooleanSupplier stop) {
    String name = "explore " + test;
    return new Step(
        name,
        () ->
            litmus(out, name + ", states", LitmusRun.explore(test, protocol, "hrf", rounds, stop)));
  }

  private static Step explore(
      LitmusTest test, Rounds rounds, PrintWriter out, BooleanSupplier stop) {
    String name = "explore " + test.name();
    return new Step(name, () -> litmus(out, name, LitmusRun.exploreRoomy(test, rounds, stop)));
  }

  /** Two threads against one, by the wall's clock. */
  private static Step exploreOnTwo(
      LitmusTest test, Rounds rounds, PrintWriter out, BooleanSupplier stop) {
    String name = "explore " + test.name() + " on 2";
    return new Step(
        name,
        () -> {
          List<LitmusRun> runs = LitmusRun.exploreOnThreads(test, /* threads= */ 2, rounds, stop);
          out.println(
              line(name, runs.getLast())
                  + String.format(
                      Locale.ROOT,
                      " of wall time, %.2f times",
                      runs.getFirst().seconds() / runs.getLast().seconds()));
        });
  }

  /** What takes long. */
  private List<Step> loops(PrintWriter out, BooleanSupplier stop) {
    Rounds warm = Rounds.warm(rounds);
    return List.of(
        explore(SameUnitThreads.three(), warm, out, stop),
        exploreOnTwo(SameUnitThreads.three(), warm, out, stop),
        new Step(
            "lock-5", () -> litmus(out, "judge lock-5, ptx", LitmusRun.lock(5, "ptx", warm, stop))),
        new Step(
            "lock-4",
            () -> litmus(out, "judge lock-4, hrf-rsp", LitmusRun.lock(4, "hrf-rsp", warm, stop))),
        new Step(
            "loops", () -> litmus(out, "judge loops, ptx, of 105", LitmusRun.looped("ptx", stop))));
  }

  private static void litmus(PrintWriter out, String title, LitmusRun run) {
    out.println(line(title, run));
  }

  private static String line(String title, LitmusRun run) {
    return String.format(
        Locale.ROOT,
        "%-28s %,9d %8s %12s",
        title,
        run.count(),
        DurationText.seconds(run.seconds()),
        DurationText.rate(run.rate()));
  }

  private static Workload find(String name) {
    return Workloads.find(name).orElseThrow();
  }

  private void measure(Workload workload, PrintWriter out, BooleanSupplier stop)
      throws IOException, InterruptedException {
    ColdRun cold = ColdRun.of(command(workload), stop);
    WarmRun warm = WarmRun.of(workload, size, this::timed, rounds, rounds, stop);
    out.println(
        String.format(
            Locale.ROOT,
            "%-14s %,11d %8s %8s %5.0f MiB %8s %12s %12s",
            workload.name(),
            warm.cycles(),
            DurationText.seconds(cold.cpuSeconds()),
            DurationText.seconds(cold.wallSeconds()),
            cold.peakBytes() / MEBI,
            DurationText.rate(warm.rate(warm.cycles())),
            DurationText.rate(warm.rate(warm.warpInstructions())),
            DurationText.rate(warm.rate(warm.transactions()))));
  }

  private List<String> command(Workload workload) {
    List<String> command = new ArrayList<>(List.of("run", workload.name(), "--size", size));
    command.addAll(machine.asArguments());
    return command;
  }
}
