package dev.syncopate.app.cli.study;

import dev.syncopate.app.cli.console.ExitCode;
import dev.syncopate.app.cli.console.Interruption;
import dev.syncopate.app.cli.console.Terminal;
import dev.syncopate.app.cli.console.UserErrorException;
import dev.syncopate.app.report.ProgressDisplay;
import dev.syncopate.app.report.SweepProgress;
import dev.syncopate.app.report.Version;
import dev.syncopate.sim.config.FileErrors;
import dev.syncopate.study.figure.StudyFindings;
import dev.syncopate.study.grid.ResultCell;
import dev.syncopate.study.grid.ResultGrid;
import dev.syncopate.study.job.GraphCache;
import dev.syncopate.study.job.Job;
import dev.syncopate.study.job.JobKeys;
import dev.syncopate.study.job.JobResult;
import dev.syncopate.study.job.JobRunner;
import dev.syncopate.study.job.JobSimulator;
import dev.syncopate.study.job.ProgramDigest;
import dev.syncopate.study.report.ReportFiles;
import dev.syncopate.study.report.TextReport;
import dev.syncopate.study.store.ResultStore;
import dev.syncopate.study.store.StoreException;
import dev.syncopate.study.sweep.JobProgress;
import dev.syncopate.study.sweep.Shard;
import dev.syncopate.study.sweep.ShardPlan;
import dev.syncopate.study.sweep.Sweep;
import dev.syncopate.study.sweep.SweepPlan;
import dev.syncopate.study.sweep.SweepTask;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** Runs many jobs, shows how far they are, keeps their results, and reports. */
final class StudyExecution {
  private final RunnerOptions options;
  private final PrintWriter out;
  private final PrintWriter err;
  private boolean text = true;
  private UnaryOperator<JobRunner> runner = UnaryOperator.identity();

  StudyExecution(RunnerOptions options, CommandSpec command) {
    this.options = options;
    out = command.commandLine().getOut();
    err = command.commandLine().getErr();
  }

  /** The report goes to its files alone. */
  StudyExecution withoutText() {
    text = false;
    return this;
  }

  /**
   * Has jobs that the simulator cannot do by itself done by another runner.
   *
   * @param around makes it of the one that does all others
   */
  StudyExecution runBy(UnaryOperator<JobRunner> around) {
    runner = around;
    return this;
  }

  /**
   * @param folder for results and report
   * @param cells the jobs
   * @param findings what is shown of their results
   * @param command that repeats the study
   * @return the exit code
   */
  int run(
      Path folder,
      List<ResultCell> cells,
      Function<ResultGrid, StudyFindings> findings,
      String command) {
    return run(folder, cells, _ -> List.of(), findings, command);
  }

  /**
   * Runs jobs in two rounds.
   *
   * @param folder for results and report
   * @param first the jobs of the first round
   * @param further the jobs of the second round, by the results of the first
   * @param findings what is shown of all results
   * @param command that repeats the study
   * @return the exit code
   */
  int run(
      Path folder,
      List<ResultCell> first,
      Function<ResultGrid, List<ResultCell>> further,
      Function<ResultGrid, StudyFindings> findings,
      String command) {
    try (Interruption interruption = new Interruption();
        ResultStore store = ResultStore.open(folder, this::note)) {
      interruption.arm();
      Swept swept = sweep(store, tasks(first), interruption);
      List<ResultCell> cells = new ArrayList<>(first);
      if (!interruption.requested() && swept.unkept().isEmpty()) {
        cells.addAll(further.apply(ResultGrid.of(first, swept.results())));
      }
      if (cells.size() > first.size()) {
        swept = sweep(store, tasks(cells), interruption);
      }
      ResultGrid grid = ResultGrid.of(cells, swept.results());
      if (interruption.requested()) {
        out.printf(
            "Interrupted: %d of %d runs are kept in %s; the same command goes on from there.%n",
            grid.results().size(), cells.size(), folder);
        out.flush();
        return ExitCode.INTERRUPTED;
      }
      int code = report(folder, findings.apply(grid), grid, command);
      swept
          .unkept()
          .ifPresent(failure -> {
            throw failure; // what came out has been shown
          });
      return code;
    }
  }

  /**
   * Runs one shard of a study, or collects what shards have kept, or runs all.
   *
   * @param shards which of these
   * @return the exit code; that of a collection with something missing is {@link ExitCode#WRONG}
   */
  int run(
      Path folder,
      List<ResultCell> cells,
      Function<ResultGrid, StudyFindings> findings,
      String command,
      ShardOptions shards) {
    if (shards.shard().isPresent()) {
      return shard(folder, cells, shards.shard().get(), command);
    }
    return shards.collect()
        ? collect(folder, cells, findings, command)
        : run(folder, cells, findings, command);
  }

  private int shard(Path folder, List<ResultCell> cells, Shard shard, String command) {
    try (Interruption interruption = new Interruption();
        ResultStore store = ResultStore.openShard(folder, shard.number(), this::note)) {
      interruption.arm();
      List<SweepTask> ownTasks =
          ShardPlan.of(store, keys(), tasks(cells), shard.count(), command).tasks(shard);
      Swept swept = sweep(store, ownTasks, interruption);
      if (interruption.requested()) {
        out.printf(
            "Interrupted: %d of the %d runs of shard %s are kept in %s; the same command goes on from there.%n",
            swept.results().size(), ownTasks.size(), shard, folder);
        out.flush();
        return ExitCode.INTERRUPTED;
      }
      List<JobResult> wrong =
          swept.results().values().stream().filter(result -> !result.right()).toList();
      if (!options.quiet) {
        for (SweepTask task : ownTasks) {
          JobResult result = swept.results().get(task.job());
          if (result != null && !result.right()) {
            out.printf("FAILED %s: %s%n", task.title(), result.message());
          }
        }
        out.printf(
            "Shard %s: %d of its %d runs are kept in %s. When all shards have ended: %s --out %s --collect%n",
            shard, swept.results().size() - wrong.size(), ownTasks.size(), folder, command, folder);
        out.flush();
      }
      swept
          .unkept()
          .ifPresent(failure -> {
            throw failure;
          });
      return wrong.isEmpty() ? ExitCode.RIGHT : ExitCode.WRONG;
    }
  }

  private int collect(
      Path folder,
      List<ResultCell> cells,
      Function<ResultGrid, StudyFindings> findings,
      String command) {
    try (ResultStore store = ResultStore.openShared(folder, this::note)) {
      List<SweepTask> tasks = tasks(cells);
      JobKeys keys = keys();
      ResultGrid grid = ResultGrid.of(cells, Sweep.kept(store, keys, tasks));
      int code = report(folder, findings.apply(grid), grid, command);
      List<String> missing = ShardPlan.missing(store, keys, tasks);
      if (!missing.isEmpty()) {
        note("%d runs are missing in %s:".formatted(missing.size(), folder));
        missing.forEach(title -> note("  " + title));
      }
      return code;
    }
  }

  /**
   * Lists the simulations, which of them are there, and the time that the others take. Nothing is
   * simulated, and no folder is made.
   *
   * @return {@link ExitCode#RIGHT}
   */
  int plan(Path folder, List<ResultCell> cells) {
    SweepPlan plan;
    if (Files.isDirectory(folder)) {
      try (ResultStore store = ResultStore.openShared(folder, this::note)) {
        plan = SweepPlan.of(store, keys(), tasks(cells));
      }
    } else {
      plan = SweepPlan.withoutResults(keys(), tasks(cells));
    }
    if (!options.quiet) {
      plan.entries()
          .forEach(entry ->
              out.printf("%-8s  %s%n", entry.isThere() ? "there" : seconds(entry), entry.title()));
      out.println();
    }
    long left = plan.entries().stream().filter(entry -> !entry.isThere()).count();
    out.printf(
        "%d simulations, %d of them are there; %s%n",
        plan.entries().size(),
        plan.entries().size() - left,
        left == 0
            ? "nothing is left to run."
            : plan.secondsLeft().isPresent()
                ? "%d take about %,.0f CPU-s, %,.0f s with --jobs %d."
                    .formatted(
                        left,
                        plan.secondsLeft().getAsDouble(),
                        plan.secondsLeft().getAsDouble() / options.jobs(),
                        options.jobs())
                : "no result tells yet how long one takes.");
    out.flush();
    return ExitCode.RIGHT;
  }

  private static String seconds(SweepPlan.Entry entry) {
    return entry.seconds().isPresent()
        ? String.format(Locale.ROOT, "%.1f s", entry.seconds().getAsDouble())
        : "to run";
  }

  static List<SweepTask> tasks(List<ResultCell> cells) {
    return cells.stream().map(ResultCell::task).toList();
  }

  private static JobKeys keys() {
    return new JobKeys(ProgramDigest.current());
  }

  /**
   * Runs a command once for each job, one after the other, in two rounds; nothing of it is kept for
   * another time.
   *
   * @return the exit code
   */
  int run(
      Path folder,
      List<ResultCell> cells,
      CommandRuns runs,
      Function<ResultGrid, List<ResultCell>> further,
      Function<ResultGrid, StudyFindings> findings,
      String command) {
    try (ResultStore _ = ResultStore.open(folder, this::note)) { // no other process writes there
      return compared(folder, cells, runs, further, findings, command);
    }
  }

  private int compared(
      Path folder,
      List<ResultCell> first,
      CommandRuns runs,
      Function<ResultGrid, List<ResultCell>> further,
      Function<ResultGrid, StudyFindings> findings,
      String command) {
    Map<Job, JobResult> results = new LinkedHashMap<>();
    OptionalInt stopped = run(first, first.size(), runs, results);
    List<ResultCell> cells = new ArrayList<>(first);
    if (stopped.isEmpty()) {
      List<ResultCell> second = further.apply(ResultGrid.of(first, results));
      cells.addAll(second);
      stopped = run(second, cells.size(), runs, results);
    }
    if (stopped.isPresent()) {
      return stopped.getAsInt();
    }
    ResultGrid grid = ResultGrid.of(cells, results);
    return report(folder, findings.apply(grid), grid, command);
  }

  /**
   * Runs the command for each cell.
   *
   * @param total cells known of altogether, for the progress line
   * @return the exit code of a run that was refused or interrupted
   */
  private OptionalInt run(
      List<ResultCell> cells, int total, CommandRuns runs, Map<Job, JobResult> results) {
    for (ResultCell cell : cells) {
      switch (runs.run(cell.task().job())) {
        case CommandRuns.Run.Stopped stopped -> {
          return OptionalInt.of(stopped.code());
        }
        case CommandRuns.Run.Ran ran -> {
          results.put(cell.task().job(), ran.result());
          if (!options.quiet) {
            note(
                "[%d/%d] %s: %,d cycles, %.1f s"
                    .formatted(
                        results.size(),
                        total,
                        cell.task().title(),
                        ran.result().cycles(),
                        ran.result().wallSeconds()));
          }
        }
      }
    }
    return OptionalInt.empty();
  }

  /** Before anything else is shown. */
  private void note(String text) {
    err.println(text);
    err.flush();
  }

  /**
   * Results of a sweep.
   *
   * @param unkept why one could not be kept, which ended the sweep
   */
  private record Swept(Map<Job, JobResult> results, Optional<StoreException> unkept) {}

  private Swept sweep(ResultStore store, List<SweepTask> tasks, Interruption interruption) {
    ProgressDisplay display = Terminal.progress(options.quiet ? Terminal.nowhere() : err);
    SweepProgress progress = new SweepProgress(display, Terminal.columns());
    AtomicReference<@Nullable JobProgress> self = new AtomicReference<>();
    JobProgress board =
        new JobProgress(
            System::nanoTime,
            interruption::requested,
            ended -> {
              JobProgress shown = self.get();
              if (shown != null) {
                progress.ended(ended, shown.snapshot());
              }
            });
    self.set(board);
    Sweep sweep =
        new Sweep(
            store,
            keys(),
            runner.apply(new JobSimulator(Version.text(), new GraphCache())),
            options.jobs(),
            board,
            Version.text());
    try {
      Map<Job, JobResult> results = sweep.run(tasks, () -> progress.show(board.snapshot()));
      return new Swept(results, sweep.unkept());
    } finally {
      display.clear();
    }
  }

  private int report(Path folder, StudyFindings findings, ResultGrid grid, String command) {
    if (text && !options.quiet) {
      out.print(TextReport.of(findings, Terminal.outputColumns()));
      grid.failures()
          .forEach((coordinate, result) ->
              out.printf("%nFAILED %s: %s%n", coordinate, result.message()));
      out.flush(); // before an error of the files
    }
    try {
      List<Path> files =
          ReportFiles.write(folder, findings, grid, Version.text(), command, options.pdf);
      if (text && !options.quiet) {
        out.printf("%nPage: %s%nFiles: %s%n", files.getFirst(), folder);
      }
    } catch (IOException e) {
      throw new UserErrorException(
          "--out: cannot write to " + folder + ": " + FileErrors.reason(e));
    }
    out.flush();
    return grid.failures().isEmpty() && grid.complete() ? ExitCode.RIGHT : ExitCode.WRONG;
  }
}
