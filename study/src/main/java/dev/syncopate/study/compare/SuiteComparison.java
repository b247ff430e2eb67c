package dev.syncopate.study.compare;

import dev.syncopate.sim.config.Nearest;
import dev.syncopate.study.figure.Findings;
import dev.syncopate.study.grid.Cell;
import dev.syncopate.study.grid.Coordinate;
import dev.syncopate.study.grid.Grid;
import dev.syncopate.study.job.Job;
import dev.syncopate.study.sweep.Task;
import dev.syncopate.workload.suite.Option;
import dev.syncopate.workload.suite.Workload;
import dev.syncopate.workload.suite.WorkloadInputException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A suite's workloads under every protocol with every model: who wins where. An option goes to the
 * workloads that have it.
 */
public final class SuiteComparison {
  private final Choice choice;
  private final List<Workload> workloads;
  private final List<String> mechanisms = new ArrayList<>();
  private final List<Cell> cells = new ArrayList<>();

  /**
   * @param choice the user's; its workload is the suite's name
   * @param workloads of the suite
   * @throws WorkloadInputException if no workload has an option that was chosen
   */
  public SuiteComparison(Choice choice, List<Workload> workloads) {
    this.choice = choice;
    this.workloads = List.copyOf(workloads);
    for (String option : choice.options().keySet()) {
      if (workloads.stream().noneMatch(workload -> has(workload, option))) {
        throw new WorkloadInputException(
            "no workload of suite %s has an option '%s'%s"
                .formatted(choice.workload(), option, Nearest.hint(option, names())));
      }
    }
    for (String model : choice.models()) {
      for (String protocol : choice.protocols()) {
        mechanisms.add(protocol + " " + model);
        workloads.forEach(workload -> cells.add(cell(workload, protocol, model)));
      }
    }
  }

  /** Every option that a workload of the suite has. */
  private List<String> names() {
    return workloads.stream()
        .flatMap(workload -> workload.options().stream())
        .map(Option::name)
        .distinct()
        .toList();
  }

  private static boolean has(Workload workload, String option) {
    return workload.options().stream().map(Option::name).anyMatch(option::equals);
  }

  private Cell cell(Workload workload, String protocol, String model) {
    SortedMap<String, String> options = new TreeMap<>();
    for (Map.Entry<String, String> option : choice.options().entrySet()) {
      if (has(workload, option.getKey())) {
        options.put(option.getKey(), option.getValue());
      }
    }
    Job job = choice.job(workload.name(), options, protocol, model);
    Coordinate at = new Coordinate(workload.name(), protocol + " " + model, choice.machine());
    return new Cell(at, new Task(workload.name() + " " + at.scenario(), job, 1));
  }

  /** What there is to simulate, the reference of speed-ups first. */
  public List<Cell> cells() {
    return List.copyOf(cells);
  }

  /** Who wins where, means, and every number. */
  public Findings findings(Grid grid) {
    Standings standings =
        new Standings(
            grid, choice.machine(), workloads.stream().map(Workload::name).toList(), mechanisms);
    List<String> facts = new ArrayList<>();
    facts.add(
        "Machine: %s%s; %s%s; seed %d."
            .formatted(
                choice.machine(),
                choice.settings().isEmpty() ? "" : " with " + String.join(", ", choice.settings()),
                choice.input().describe(),
                choice.options().isEmpty()
                    ? ""
                    : ", "
                        + String.join(
                            ", ",
                            new TreeMap<>(choice.options())
                                .entrySet().stream().map(Map.Entry::toString).toList()),
                choice.seed()));
    facts.add(
        "Protocols that differ only in what remote operations do take the same time here, as no"
            + " workload of the suite has any, unless their tables cost something.");
    return new Findings(
        "compare-" + choice.workload(),
        "The suite %s under %d mechanisms: who wins where"
            .formatted(choice.workload(), mechanisms.size()),
        facts,
        List.of(),
        List.of(standings.winners(), standings.means(), standings.chart(), standings.everything()),
        List.of());
  }
}
