package dev.syncopate.study.compare;

import dev.syncopate.machine.config.MachineConfig;
import dev.syncopate.study.figure.TableFigure;
import dev.syncopate.study.job.JobEnergy;
import dev.syncopate.study.job.JobResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** Figures of the times and costs under several mechanisms. */
final class MechanismFigures {
  private static final String NONE = "-";
  private static final double PICO_IN_NANO = 1000;

  /**
   * A run.
   *
   * @param label its mechanism
   * @param machine what it ran on, with all settings
   * @param speedup over the first; NaN for none
   */
  record Run(String label, JobResult result, MachineConfig machine, double speedup) {}

  /**
   * A column.
   *
   * @param always whether it is there even if no run has a value
   */
  private record Column(String heading, boolean always, Function<Run, String> value) {}

  private static final List<Column> COLUMNS =
      List.of(
          new Column("", true, Run::label),
          new Column("cycles", true, run -> whole(run.result.cycles())),
          new Column("speed-up", true, MechanismFigures::speedup),
          counter("L1 misses", "l1.misses"),
          counter("L2 accesses", "l2.accesses"),
          counter("network bytes", "network.bytes"),
          new Column("energy (nJ)", false, MechanismFigures::energy),
          counter("flushes", "sync.flushes"),
          counter("invalidations", "sync.invalidations"),
          counter("remote ops", "sync.remote.operations"),
          new Column("stolen", false, MechanismFigures::stolen),
          new Column("answer", true, MechanismFigures::answer));

  private MechanismFigures() {}

  /** The table. */
  static TableFigure of(List<Run> runs) {
    List<Column> columns = new ArrayList<>(COLUMNS);
    columns.removeIf(
        column -> !column.always && runs.stream().map(column.value).allMatch(NONE::equals));
    return new TableFigure(
        "table",
        "Numbers",
        "Counters are sums over the machine; docs/use/statistics.md says what each counts.",
        columns.stream().map(Column::heading).toList(),
        runs.stream()
            .map(run -> columns.stream().map(column -> column.value.apply(run)).toList())
            .toList(),
        1);
  }

  private static Column counter(String heading, String name) {
    return new Column(heading, true, run -> whole(run.result.statistic(name)));
  }

  private static String speedup(Run run) {
    return Double.isNaN(run.speedup) ? NONE : String.format(Locale.ROOT, "%.2f", run.speedup);
  }

  private static String energy(Run run) {
    double picojoules = JobEnergy.picojoules(run.result, run.machine);
    return Double.isNaN(picojoules) ? NONE : whole(Math.round(picojoules / PICO_IN_NANO));
  }

  private static String stolen(Run run) {
    long takenTasks = run.result.figure("popped") + run.result.figure("stolen");
    return takenTasks == 0
        ? NONE
        : String.format(Locale.ROOT, "%.1f%%", 100.0 * run.result.figure("stolen") / takenTasks);
  }

  private static String answer(Run run) {
    return switch (run.result.ending()) {
      case RIGHT -> "right";
      case UNCHECKED -> run.result.message();
      default -> run.result.ending().name();
    };
  }

  private static String whole(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }
}
