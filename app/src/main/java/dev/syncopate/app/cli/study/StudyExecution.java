package dev.syncopate.app.cli.study;

import dev.syncopate.app.cli.console.ExitCode;
import dev.syncopate.app.cli.console.Interruption;
import dev.syncopate.app.cli.console.Terminal;
import dev.syncopate.app.cli.console.UserErrorException;
import dev.syncopate.app.report.ProgressDisplay;
import dev.syncopate.app.report.SweepProgress;
import dev.syncopate.app.report.Version;
import dev.syncopate.sim.config.FileErrors;
import dev.syncopate.study.figure.Findings;
import dev.syncopate.study.grid.Cell;
import dev.syncopate.study.grid.Grid;
import dev.syncopate.study.job.Inputs;
import dev.syncopate.study.job.Job;
import dev.syncopate.study.job.JobKeys;
import dev.syncopate.study.job.JobResult;
import dev.syncopate.study.job.ProgramDigest;
import dev.syncopate.study.job.Simulation;
import dev.syncopate.study.report.ReportFiles;
import dev.syncopate.study.report.TextReport;
import dev.syncopate.study.store.ResultStore;
import dev.syncopate.study.store.StoreException;
import dev.syncopate.study.sweep.Board;
import dev.syncopate.study.sweep.Sweep;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** Runs many jobs, shows how far they are, keeps their results, and reports. */
final class StudyExecution {
  private final StudyOptions options;
  private final PrintWriter out;
  private final PrintWriter err;
  private boolean text = true;

  StudyExecution(StudyOptions options, CommandSpec command) {
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
   * @param folder for results and report
   * @param cells the jobs
   * @param findings what is shown of their results
   * @param command that repeats the study
   * @return the exit code
   */
  int run(Path folder, List<Cell> cells, Function<Grid, Findings> findings, String command) {
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
      List<Cell> first,
      Function<Grid, List<Cell>> further,
      Function<Grid, Findings> findings,
      String command) {
    try (Interruption interruption = new Interruption();
        ResultStore store = ResultStore.open(folder, this::note)) {
      interruption.arm();
      Swept swept = sweep(store, first, interruption);
      List<Cell> cells = new ArrayList<>(first);
      if (!interruption.requested() && swept.unkept().isEmpty()) {
        cells.addAll(further.apply(Grid.of(first, swept.results())));
      }
      if (cells.size() > first.size()) {
        swept = sweep(store, cells, interruption);
      }
      Grid grid = Grid.of(cells, swept.results());
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
   * Runs a command once for each job, one after the other, in two rounds; nothing of it is kept for
   * another time.
   *
   * @return the exit code
   */
  int run(
      Path folder,
      List<Cell> cells,
      CommandRuns runs,
      Function<Grid, List<Cell>> further,
      Function<Grid, Findings> findings,
      String command) {
    try (ResultStore _ = ResultStore.open(folder, this::note)) { // nobody else writes there
      return compared(folder, cells, runs, further, findings, command);
    }
  }

  private int compared(
      Path folder,
      List<Cell> first,
      CommandRuns runs,
      Function<Grid, List<Cell>> further,
      Function<Grid, Findings> findings,
      String command) {
    Map<Job, JobResult> results = new LinkedHashMap<>();
    OptionalInt stopped = run(first, first.size(), runs, results);
    List<Cell> cells = new ArrayList<>(first);
    if (stopped.isEmpty()) {
      List<Cell> second = further.apply(Grid.of(first, results));
      cells.addAll(second);
      stopped = run(second, cells.size(), runs, results);
    }
    if (stopped.isPresent()) {
      return stopped.getAsInt();
    }
    Grid grid = Grid.of(cells, results);
    return report(folder, findings.apply(grid), grid, command);
  }

  /**
   * Runs the command for each cell.
   *
   * @param of cells known of altogether, for the progress line
   * @return the exit code of a run that was refused or interrupted
   */
  private OptionalInt run(List<Cell> cells, int of, CommandRuns runs, Map<Job, JobResult> results) {
    for (Cell cell : cells) {
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
                        of,
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

  private Swept sweep(ResultStore store, List<Cell> cells, Interruption interruption) {
    ProgressDisplay display = Terminal.progress(options.quiet ? Terminal.nowhere() : err);
    SweepProgress progress = new SweepProgress(display, Terminal.columns());
    AtomicReference<@Nullable Board> self = new AtomicReference<>();
    Board board =
        new Board(
            System::nanoTime,
            interruption::requested,
            ended -> {
              Board shown = self.get();
              if (shown != null) {
                progress.ended(ended, shown.snapshot());
              }
            });
    self.set(board);
    Sweep sweep =
        new Sweep(
            store,
            new JobKeys(ProgramDigest.current()),
            new Simulation(Version.text(), new Inputs()),
            options.jobs(),
            board,
            Version.text());
    try {
      Map<Job, JobResult> results =
          sweep.run(cells.stream().map(Cell::task).toList(), () -> progress.show(board.snapshot()));
      return new Swept(results, sweep.unkept());
    } finally {
      display.clear();
    }
  }

  private int report(Path folder, Findings findings, Grid grid, String command) {
    if (text && !options.quiet) {
      out.print(TextReport.of(findings, Terminal.outputColumns()));
      grid.failures()
          .forEach((at, result) -> out.printf("%nFAILED %s: %s%n", at, result.message()));
      out.flush(); // before an error of the files
    }
    try {
      List<Path> files = ReportFiles.write(folder, findings, grid, Version.text(), command);
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
