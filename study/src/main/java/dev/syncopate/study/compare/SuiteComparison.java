package dev.syncopate.study.compare;

import dev.syncopate.sim.config.NearestName;
import dev.syncopate.study.figure.Figure;
import dev.syncopate.study.figure.StudyFindings;
import dev.syncopate.study.grid.Coordinate;
import dev.syncopate.study.grid.ResultCell;
import dev.syncopate.study.grid.ResultGrid;
import dev.syncopate.study.job.Job;
import dev.syncopate.study.sweep.SweepTask;
import dev.syncopate.workload.suite.Workload;
import dev.syncopate.workload.suite.WorkloadAlternative;
import dev.syncopate.workload.suite.WorkloadInputException;
import dev.syncopate.workload.suite.WorkloadOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A suite's workloads under every protocol with every model, or in every way that the suite has:
 * who wins where. An option goes to the workloads that declare it; ways that have another value for
 * it are left out.
 */
public final class SuiteComparison {
  private final ComparisonRequest choice;
  private final String place;
  private final List<Workload> workloads;
  private final List<WorkloadAlternative> ways;
  private final List<Mechanism> mechanisms = new ArrayList<>();
  private final List<ResultCell> cells;
  private final LeftOut out = new LeftOut();

  /** What is compared. */
  private record Mechanism(String label, WorkloadAlternative way, String protocol, String model) {}

  /** The way that a suite without ways has. */
  private static final WorkloadAlternative ONLY = new WorkloadAlternative("", Map.of(), List.of());

  /** A suite that is compared under protocols and models. */
  public SuiteComparison(ComparisonRequest choice, List<Workload> workloads) {
    this(choice, workloads, List.of());
  }

  /**
   * @param choice the user's; its workload is the suite's name
   * @param workloads of the suite
   * @param ways of the suite; none where it is compared under protocols and models
   * @throws WorkloadInputException if no workload has an option that was chosen, or no way suits it
   */
  public SuiteComparison(
      ComparisonRequest choice, List<Workload> workloads, List<WorkloadAlternative> ways) {
    this(choice, choice.machine(), workloads, ways);
  }

  /**
   * @param place name of the machine in coordinates, which tells suites on one machine apart
   */
  SuiteComparison(
      ComparisonRequest choice,
      String place,
      List<Workload> workloads,
      List<WorkloadAlternative> ways) {
    this.choice = choice;
    this.place = place;
    this.workloads = List.copyOf(workloads);
    this.ways = ways.stream().filter(this::suits).toList();
    for (String option : choice.options().keySet()) {
      if (workloads.stream().noneMatch(workload -> has(workload, option))) {
        throw new WorkloadInputException(
            "no workload of suite %s has an option '%s'%s"
                .formatted(choice.workload(), option, NearestName.hint(option, names())));
      }
    }
    if (this.ways.isEmpty() && !ways.isEmpty()) {
      throw new WorkloadInputException(
          "suite %s has no way with %s; it has %s"
              .formatted(choice.workload(), chosen(), describe(ways)));
    }
    for (String model : choice.models()) {
      for (String protocol : choice.protocols()) {
        for (WorkloadAlternative way : ways.isEmpty() ? List.of(ONLY) : this.ways) {
          mechanisms.add(new Mechanism(label(way, protocol, model), way, protocol, model));
        }
      }
    }
    List<ResultCell> allCells = new ArrayList<>();
    for (Mechanism mechanism : mechanisms) {
      workloads.forEach(workload -> allCells.add(cell(workload, mechanism)));
    }
    cells = out.from(allCells);
    mechanisms.removeIf(mechanism -> out.has(mechanism.label()));
  }

  /** Which mechanisms the machine cannot run, with the reason, each in a sentence. */
  public List<String> leftOut() {
    return out.told();
  }

  private boolean suits(WorkloadAlternative way) {
    return way.options().entrySet().stream()
        .allMatch(option ->
            option
                .getValue()
                .equals(choice.options().getOrDefault(option.getKey(), option.getValue())));
  }

  private String label(WorkloadAlternative way, String protocol, String model) {
    String baseLabel = protocol + " " + model;
    boolean several = choice.protocols().size() * choice.models().size() > 1;
    return way.equals(ONLY) ? baseLabel : several ? way.name() + " " + baseLabel : way.name();
  }

  private static String describe(List<WorkloadAlternative> ways) {
    return String.join("; ", ways.stream().map(WorkloadAlternative::describe).toList());
  }

  private String chosen() {
    return String.join(
        ", ",
        new TreeMap<>(choice.options()).entrySet().stream().map(Map.Entry::toString).toList());
  }

  /** Every option that a workload of the suite has. */
  private List<String> names() {
    return workloads.stream()
        .flatMap(workload -> workload.options().stream())
        .map(WorkloadOption::name)
        .distinct()
        .toList();
  }

  private static boolean has(Workload workload, String option) {
    return workload.options().stream().map(WorkloadOption::name).anyMatch(option::equals);
  }

  private ResultCell cell(Workload workload, Mechanism mechanism) {
    SortedMap<String, String> options = new TreeMap<>();
    SortedMap<String, String> allOptions = new TreeMap<>(mechanism.way().options());
    allOptions.putAll(choice.options());
    for (Map.Entry<String, String> option : allOptions.entrySet()) {
      if (has(workload, option.getKey())) {
        options.put(option.getKey(), option.getValue());
      }
    }
    Job job =
        choice.job(
            workload.name(),
            options,
            mechanism.way().settings(),
            mechanism.protocol(),
            mechanism.model());
    Coordinate coordinate = new Coordinate(workload.name(), mechanism.label(), place);
    return new ResultCell(
        coordinate, new SweepTask(workload.name() + " " + coordinate.scenario(), job, 1));
  }

  /** What there is to simulate, the reference of speed-ups first. */
  public List<ResultCell> cells() {
    return List.copyOf(cells);
  }

  /** Results by workload and mechanism. */
  MechanismStandings standings(ResultGrid grid) {
    return new MechanismStandings(
        grid,
        place,
        workloads.stream().map(Workload::name).toList(),
        mechanisms.stream().map(Mechanism::label).toList());
  }

  /** The suite's name. */
  String suite() {
    return choice.workload();
  }

  /**
   * Simulations on changed machines, of the mechanisms between which the first results leave a
   * choice; none if they leave none.
   */
  public List<ResultCell> sensitivity(ResultGrid grid) {
    return sensitivityOf(grid).map(Sensitivity::simulations).orElse(List.of());
  }

  private Optional<Sensitivity> sensitivityOf(ResultGrid grid) {
    Recommendation advice = standings(grid).advice();
    return advice.finalists().size() < 2
        ? Optional.empty()
        : Optional.of(new Sensitivity(advice.workloads(), advice.finalists(), cells));
  }

  /** Recommendation, and what changed machines do to it if they were simulated. */
  List<String> advice(ResultGrid grid) {
    Recommendation advice = standings(grid).advice();
    List<String> sentences = new ArrayList<>(advice.sentences());
    sentences.addAll(new MechanismCosts(cells, grid).sentences(advice));
    measuredSensitivity(grid).ifPresent(sensitivity -> sentences.add(sensitivity.sentence(grid)));
    return sentences;
  }

  private Optional<Sensitivity> measuredSensitivity(ResultGrid grid) {
    return sensitivityOf(grid).filter(sensitivity -> sensitivity.isMeasured(grid));
  }

  /** Machine, input and options, in a sentence. */
  String machine() {
    return "Machine: %s%s; %s%s; seed %d."
        .formatted(
            choice.machine(),
            choice.settings().isEmpty() ? "" : " with " + String.join(", ", choice.settings()),
            choice.input().describe(),
            choice.options().isEmpty() ? "" : ", " + chosen(),
            choice.seed());
  }

  /** Recommendation, who wins where, means, and every number. */
  public StudyFindings findings(ResultGrid grid) {
    MechanismStandings standings = standings(grid);
    List<Figure> figures =
        new ArrayList<>(
            List.of(
                standings.winners(),
                standings.means(),
                standings.chart(),
                standings.everything("")));
    measuredSensitivity(grid).ifPresent(sensitivity -> figures.add(sensitivity.figure(grid)));
    List<String> facts = new ArrayList<>(advice(grid));
    facts.add(machine());
    leftOut().forEach(reason -> facts.add("Left out: " + reason + "."));
    if (!ways.isEmpty()) {
      facts.add("Ways: %s.".formatted(describe(ways)));
    }
    if (choice.protocols().size() > 1) {
      facts.add(
          "Protocols that differ only in what remote operations do take the same time here, as no"
              + " workload of the suite has any, unless their tables cost something.");
    }
    return new StudyFindings(
        "compare-" + choice.workload(),
        "The suite %s %s %d %s: who wins where"
            .formatted(
                choice.workload(),
                ways.isEmpty() ? "under" : "in",
                mechanisms.size(),
                ways.isEmpty() ? "mechanisms" : "ways"),
        facts,
        List.of(),
        figures,
        List.of());
  }
}
