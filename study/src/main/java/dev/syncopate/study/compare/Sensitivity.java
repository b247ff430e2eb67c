package dev.syncopate.study.compare;

import dev.syncopate.machine.preset.Presets;
import dev.syncopate.sim.config.ConfigOverrides;
import dev.syncopate.study.figure.Figure;
import dev.syncopate.study.figure.Means;
import dev.syncopate.study.figure.TableFigure;
import dev.syncopate.study.grid.Coordinate;
import dev.syncopate.study.grid.ResultCell;
import dev.syncopate.study.grid.ResultGrid;
import dev.syncopate.study.job.Job;
import dev.syncopate.study.job.JobResult;
import dev.syncopate.study.sweep.SweepTask;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The finalists of a comparison on changed machines: which changes of capacity, latency or
 * bandwidth reverse their order.
 *
 * @param workloads of the comparison
 * @param finalists the recommended mechanism, then its rivals; at least two
 * @param cells of the comparison
 */
record Sensitivity(List<String> workloads, List<String> finalists, List<ResultCell> cells) {
  Sensitivity {
    workloads = List.copyOf(workloads);
    finalists = List.copyOf(finalists);
    cells = List.copyOf(cells);
  }

  /** Order of the finalists on a changed machine. */
  private enum Order {
    HOLDS("holds"),
    LEVEL("level"),
    REVERSED("reversed"),
    UNKNOWN("-");

    private final String words;

    Order(String words) {
      this.words = words;
    }

    /**
     * @param ratio time of the fastest rival over the recommended mechanism's
     */
    static Order of(double ratio) {
      return Double.isNaN(ratio)
          ? UNKNOWN
          : ratio >= Recommendation.LEVEL
              ? HOLDS
              : ratio > 1 / Recommendation.LEVEL ? LEVEL : REVERSED;
    }
  }

  private List<MachineChange> changes() {
    Job job = cells.getFirst().task().job();
    return MachineChange.of(ConfigOverrides.apply(Presets.load(job.machine()), job.settings()));
  }

  /** The simulations: each finalist's cells on every changed machine. */
  List<ResultCell> simulations() {
    List<ResultCell> simulations = new ArrayList<>();
    for (MachineChange change : changes()) {
      for (ResultCell cell : cells) {
        if (finalists.contains(cell.coordinate().scenario())) {
          simulations.add(changed(cell, change));
        }
      }
    }
    return simulations;
  }

  /** Whether any of {@link #simulations} was run. */
  boolean isMeasured(ResultGrid grid) {
    return simulations().stream().anyMatch(cell -> grid.results().containsKey(cell.coordinate()));
  }

  private static ResultCell changed(ResultCell cell, MachineChange change) {
    Job job = cell.task().job();
    Job changed =
        new Job(
            job.workload(),
            job.input(),
            job.options(),
            job.machine(),
            change.in(job.settings()),
            job.protocol(),
            job.model(),
            job.seed());
    String title = cell.task().title() + ", " + change.setting();
    return new ResultCell(
        place(cell.coordinate(), change), new SweepTask(title, changed, cell.task().weight()));
  }

  private static Coordinate place(Coordinate coordinate, MachineChange change) {
    return new Coordinate(
        coordinate.subject(), coordinate.scenario(), machine(coordinate.machine(), change));
  }

  private static String machine(String machine, MachineChange change) {
    return machine + " " + change.setting();
  }

  /**
   * A row a change: each rival's time over the recommended mechanism's, and what becomes of the
   * order.
   */
  Figure figure(ResultGrid grid) {
    List<String> header = new ArrayList<>(List.of("machine", "was"));
    rivals().forEach(rival -> header.add(rival));
    header.add("order");
    List<List<String>> rows = new ArrayList<>();
    String ownMachine = cells.getFirst().coordinate().machine();
    rows.add(row(grid, ownMachine, "as it is", ""));
    for (MachineChange change : changes()) {
      rows.add(row(grid, machine(ownMachine, change), change.setting(), change.originalValue()));
    }
    return new TableFigure(
        "sensitivity",
        "The order on changed machines",
        ("Time of a mechanism over that of %s%s, where one value of the machine is halved or doubled."
                + " Within 2 %% is level.")
            .formatted(finalists.getFirst(), workloads.size() == 1 ? "" : ", geometric means"),
        header,
        rows,
        2);
  }

  private List<String> rivals() {
    return finalists.subList(1, finalists.size());
  }

  private List<String> row(ResultGrid grid, String machine, String name, String originalValue) {
    List<String> row = new ArrayList<>(List.of(name, originalValue));
    for (String rival : rivals()) {
      double ratio = ratio(grid, rival, machine);
      row.add(Double.isNaN(ratio) ? "-" : String.format(Locale.ROOT, "%.2f", ratio));
    }
    row.add(originalValue.isEmpty() ? "" : order(grid, machine).words);
    return row;
  }

  private Order order(ResultGrid grid, String machine) {
    return Order.of(
        rivals().stream()
            .mapToDouble(rival -> ratio(grid, rival, machine))
            .reduce(Double.POSITIVE_INFINITY, Math::min));
  }

  private double ratio(ResultGrid grid, String rival, String machine) {
    List<Double> ratios =
        workloads.stream()
            .map(workload ->
                grid.ratio(workload, rival, finalists.getFirst(), machine, JobResult::cycles))
            .toList();
    return ratios.contains(Double.NaN) ? Double.NaN : Means.geometric(ratios);
  }

  /** One sentence: on how many changed machines the order holds, and which reverse it. */
  String sentence(ResultGrid grid) {
    String ownMachine = cells.getFirst().coordinate().machine();
    List<MachineChange> changes = changes();
    List<String> broken = new ArrayList<>();
    int unknown = 0;
    for (MachineChange change : changes) {
      switch (order(grid, machine(ownMachine, change))) {
        case REVERSED -> broken.add("reversed by " + change.setting());
        case LEVEL -> {
          if (order(grid, ownMachine) != Order.LEVEL) {
            broken.add("level with " + change.setting());
          }
        }
        case HOLDS -> {
          if (order(grid, ownMachine) == Order.LEVEL) {
            broken.add("decided by " + change.setting());
          }
        }
        case UNKNOWN -> unknown++;
      }
    }
    return "Of %d changed machines the order is the same on %d%s%s."
        .formatted(
            changes.size(),
            changes.size() - broken.size() - unknown,
            broken.isEmpty() ? "" : "; it is " + String.join(", ", broken),
            unknown == 0 ? "" : "; on %d a run has no right answer".formatted(unknown));
  }
}
