package dev.syncopate.study.compare;

import dev.syncopate.machine.config.MachineConfig;
import dev.syncopate.machine.preset.Presets;
import dev.syncopate.sim.config.ConfigOverrides;
import dev.syncopate.study.figure.BarFigure;
import dev.syncopate.study.figure.Figure;
import dev.syncopate.study.figure.StudyFindings;
import dev.syncopate.study.grid.Coordinate;
import dev.syncopate.study.grid.ResultCell;
import dev.syncopate.study.grid.ResultGrid;
import dev.syncopate.study.job.Job;
import dev.syncopate.study.job.JobResult;
import dev.syncopate.study.sweep.SweepTask;
import dev.syncopate.workload.catalogue.Workloads;
import dev.syncopate.workload.runtime.Mechanisms;
import dev.syncopate.workload.suite.WorkloadOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A comparison of mechanisms on one workload, input and machine. Where the workload has scenarios
 * and the user has not chosen one, a protocol without remote operations runs in all that it can,
 * and another in {@code remote}.
 */
public final class MechanismComparison {
  private static final String SCENARIO = "scenario";
  private static final String REMOTE = "remote";

  private final ComparisonRequest choice;
  private final List<ResultCell> cells;
  private final LeftOut out = new LeftOut();

  /** As the user chose. */
  public MechanismComparison(ComparisonRequest choice) {
    this.choice = choice;
    List<ResultCell> allCells = new ArrayList<>();
    for (String model : choice.models()) {
      for (String protocol : choice.protocols()) {
        for (String scenario : scenarios(protocol)) {
          allCells.add(cell(protocol, scenario, model));
        }
      }
    }
    cells = out.from(allCells);
  }

  /** Which mechanisms the machine cannot run, with the reason, each in a sentence. */
  public List<String> leftOut() {
    return out.told();
  }

  /** What there is to simulate, the reference of speed-ups first. */
  public List<ResultCell> cells() {
    return List.copyOf(cells);
  }

  /** Scenarios to run a protocol in; one empty name where the workload's default is meant. */
  private List<String> scenarios(String protocol) {
    return choice.options().containsKey(SCENARIO)
        ? List.of("")
        : scenarios(choice.workload(), protocol);
  }

  /** Scenarios of a workload to compare a protocol in; one empty name if the workload has none. */
  public static List<String> scenarios(String workloadName, String protocol) {
    Optional<WorkloadOption.Choice> option =
        Workloads.find(workloadName).stream()
            .flatMap(workload -> workload.options().stream())
            .filter(candidate -> candidate.name().equals(SCENARIO))
            .filter(WorkloadOption.Choice.class::isInstance)
            .map(WorkloadOption.Choice.class::cast)
            .findFirst();
    if (option.isEmpty()) {
      return List.of("");
    }
    return Mechanisms.hasRemoteOperations(Mechanisms.base(protocol))
        ? List.of(REMOTE)
        : option.orElseThrow().words().stream().filter(word -> !word.equals(REMOTE)).toList();
  }

  private ResultCell cell(String protocol, String scenario, String model) {
    SortedMap<String, String> options = new TreeMap<>(choice.options());
    if (!scenario.isEmpty()) {
      options.put(SCENARIO, scenario);
    }
    Job job = choice.job(choice.workload(), options, List.of(), protocol, model);
    String label =
        protocol
            + (scenario.isEmpty() ? "" : " " + scenario)
            + (choice.models().size() > 1 ? " " + model : "");
    Coordinate coordinate = new Coordinate(choice.workload(), label, choice.machine());
    return new ResultCell(coordinate, new SweepTask(label, job, 1));
  }

  private Recommendation advice(ResultGrid grid) {
    return new Recommendation(
        List.of(choice.workload()),
        cells.stream().map(cell -> cell.coordinate().scenario()).toList(),
        (workload, mechanism) ->
            grid.measure(workload, mechanism, choice.machine(), JobResult::cycles));
  }

  /**
   * Simulations on changed machines, of the mechanisms between which the first results leave a
   * choice; none if they leave none.
   */
  public List<ResultCell> sensitivity(ResultGrid grid) {
    return sensitivityOf(grid).map(Sensitivity::simulations).orElse(List.of());
  }

  private Optional<Sensitivity> sensitivityOf(ResultGrid grid) {
    Recommendation advice = advice(grid);
    return advice.finalists().size() < 2
        ? Optional.empty()
        : Optional.of(new Sensitivity(advice.workloads(), advice.finalists(), cells));
  }

  /** The comparison's recommendation, table and chart. */
  public StudyFindings findings(ResultGrid grid) {
    String reference = cells.getFirst().coordinate().scenario();
    List<String> facts = new ArrayList<>(advice(grid).sentences());
    facts.addAll(new MechanismCosts(cells, grid).sentences(advice(grid)));
    List<Figure> figures = new ArrayList<>(List.of(table(grid, reference), chart(grid, reference)));
    sensitivityOf(grid)
        .filter(measured -> measured.isMeasured(grid))
        .ifPresent(measured -> {
          facts.add(measured.sentence(grid));
          figures.add(measured.figure(grid));
        });
    grid.results().values().stream()
        .findFirst()
        .ifPresent(result -> facts.add("Input: " + result.input() + "."));
    facts.add(
        "Machine: %s%s; model %s; seed %d."
            .formatted(
                choice.machine(),
                choice.settings().isEmpty() ? "" : " with " + String.join(", ", choice.settings()),
                String.join(", ", choice.models()),
                choice.seed()));
    leftOut().forEach(reason -> facts.add("Left out: " + reason + "."));
    return new StudyFindings(
        "compare-" + choice.workload(),
        choice.workload() + " under several mechanisms",
        facts,
        List.of(),
        figures,
        List.of());
  }

  private Figure table(ResultGrid grid, String reference) {
    List<MechanismFigures.Run> runs = new ArrayList<>();
    for (ResultCell cell : cells) {
      JobResult result = grid.results().get(cell.coordinate());
      if (result != null) {
        Job job = cell.task().job();
        MachineConfig machine = ConfigOverrides.apply(Presets.load(job.machine()), job.settings());
        double speedup = speedup(grid, cell.coordinate(), reference);
        runs.add(new MechanismFigures.Run(cell.coordinate().scenario(), result, machine, speedup));
      }
    }
    return MechanismFigures.of(runs);
  }

  /** A group a protocol; where there are several models, a colour a model. */
  private Figure chart(ResultGrid grid, String reference) {
    boolean byModel = choice.models().size() > 1;
    Map<String, List<Double>> groups = new LinkedHashMap<>();
    for (String model : choice.models()) {
      for (ResultCell cell : cells) {
        if (cell.task().job().model().equals(model)) {
          String scenario = cell.coordinate().scenario();
          String label =
              byModel ? scenario.substring(0, scenario.length() - model.length() - 1) : scenario;
          groups
              .computeIfAbsent(label, _ -> new ArrayList<>())
              .add(speedup(grid, cell.coordinate(), reference));
        }
      }
    }
    return new BarFigure(
        "speedup",
        "Speed-up over " + reference,
        "Cycles of the first over cycles of each. Higher is better.",
        "speed-up",
        "×",
        byModel ? choice.models() : List.of("speed-up"),
        groups.entrySet().stream()
            .map(group -> new BarFigure.Group(group.getKey(), group.getValue()))
            .toList(),
        List.of(),
        List.of());
  }

  private static double speedup(ResultGrid grid, Coordinate coordinate, String reference) {
    return 1
        / grid.ratio(
            coordinate.subject(),
            coordinate.scenario(),
            reference,
            coordinate.machine(),
            JobResult::cycles);
  }
}
