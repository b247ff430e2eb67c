package dev.syncopate.app.cli;

import dev.syncopate.app.bench.ColdRun;
import dev.syncopate.app.bench.LitmusRun;
import dev.syncopate.app.bench.SmallLaunches;
import dev.syncopate.app.bench.WarmRun;
import dev.syncopate.app.report.Durations;
import dev.syncopate.workload.catalogue.Workloads;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.suite.Context;
import dev.syncopate.workload.suite.ContextBuilder;
import dev.syncopate.workload.suite.Workload;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
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
      "Cold: a process of its own, JVM start, input and check included. Warm: the launches alone,"
          + " the",
      "median of the rounds, after as many that do not count. Rates are per second of the"
          + " computer's",
      "time; a transaction is an access of one warp to one cache line."
    })
final class BenchCommand implements Callable<Integer> {
  private static final List<String> NAMES = List.of("vecadd", "histogram", "pagerank-push");
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

  @Mixin private MachineOptions machine = new MachineOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (rounds < 1 || rounds > 1000) {
      throw new UserErrorException("--rounds takes a number from 1 to 1000, not " + rounds);
    }
    if (litmusAlone) {
      PrintWriter out = spec.commandLine().getOut();
      litmus(out);
      loops(out);
      return ExitCode.RIGHT;
    }
    Device device = machine.device().open(); // refuses what the other processes would
    for (String name : NAMES) {
      Context _ = new ContextBuilder(find(name)).size(size).build(device);
    }
    PrintWriter out = spec.commandLine().getOut();
    out.println(
        "                                cold                   warm, per second of this computer");
    out.println(
        "workload            cycles    CPU      wall   memory   cycles  warp instr. transactions");
    out.flush();
    for (String name : NAMES) {
      measure(find(name), out);
      out.flush();
    }
    smallLaunches(out);
    litmus(out);
    return ExitCode.RIGHT;
  }

  private void smallLaunches(PrintWriter out) {
    SmallLaunches run = SmallLaunches.of(machine.device().open(), 200 * rounds);
    out.println();
    out.println(
        String.format(
            Locale.ROOT,
            "%,d launches of %,d warp instructions: %s, %s warp instr. per second",
            run.launches(),
            run.warpInstructions() / run.launches(),
            Durations.seconds(run.seconds()),
            Durations.rate(run.rate())));
    out.flush();
  }

  /** What is independent of the machine chosen. */
  private void litmus(PrintWriter out) {
    out.println();
    out.println("litmus tests, warm             count     time       per second");
    litmus(out, "explore MP-gpu, states", LitmusRun.explore("MP-gpu", "gpu", "hrf", 400 * rounds));
    litmus(
        out,
        "explore lock-remote, states",
        LitmusRun.explore("lock-remote", "srsp", "hrf", rounds));
    litmus(
        out,
        "explore IRIW-acquire, states",
        LitmusRun.explore("IRIW-acquire", "gpu", "hrf", rounds));
    litmus(out, "judge the library, tests", LitmusRun.judge("ptx", rounds));
    out.flush();
  }

  private void loops(PrintWriter out) {
    litmus(out, "judge lock-5, ptx", LitmusRun.lock(5, "ptx", rounds));
    litmus(out, "judge lock-4, hrf-rsp", LitmusRun.lock(4, "hrf-rsp", rounds));
    litmus(out, "judge loops once, ptx, tests", LitmusRun.looped("ptx"));
    out.flush();
  }

  private static void litmus(PrintWriter out, String what, LitmusRun run) {
    out.println(
        String.format(
            Locale.ROOT,
            "%-28s %,9d %8s %12s",
            what,
            run.count(),
            Durations.seconds(run.seconds()),
            Durations.rate(run.rate())));
  }

  private static Workload find(String name) {
    return Workloads.find(name).orElseThrow();
  }

  private void measure(Workload workload, PrintWriter out)
      throws IOException, InterruptedException {
    ColdRun cold = ColdRun.of(command(workload));
    WarmRun warm = WarmRun.of(workload, size, machine::device, rounds, rounds);
    out.println(
        String.format(
            Locale.ROOT,
            "%-14s %,11d %8s %8s %5.0f MiB %8s %12s %12s",
            workload.name(),
            warm.cycles(),
            Durations.seconds(cold.cpuSeconds()),
            Durations.seconds(cold.wallSeconds()),
            cold.peakBytes() / MEBI,
            Durations.rate(warm.rate(warm.cycles())),
            Durations.rate(warm.rate(warm.warpInstructions())),
            Durations.rate(warm.rate(warm.transactions()))));
  }

  private List<String> command(Workload workload) {
    List<String> command = new ArrayList<>(List.of("run", workload.name(), "--size", size));
    command.addAll(machine.asArguments());
    return command;
  }
}
