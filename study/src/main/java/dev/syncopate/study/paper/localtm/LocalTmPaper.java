package dev.syncopate.study.paper.localtm;

import dev.syncopate.study.figure.Claim;
import dev.syncopate.study.figure.Figure;
import dev.syncopate.study.grid.Coordinate;
import dev.syncopate.study.grid.ResultCell;
import dev.syncopate.study.grid.ResultGrid;
import dev.syncopate.study.job.Job;
import dev.syncopate.study.job.JobInput;
import dev.syncopate.study.paper.Paper;
import dev.syncopate.study.paper.PublishedText;
import dev.syncopate.study.paper.StudySetup;
import dev.syncopate.study.paper.StudySubject;
import dev.syncopate.study.sweep.SweepTask;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * "Memoria Transaccional Hardware en Memoria Local de GPU" (§IV): one work-group inserts its
 * numbers into hash tables in local memory.
 */
public final class LocalTmPaper implements Paper {
  /** One work-group. */
  private static final JobInput INPUT = new JobInput.Generated("small");

  @Override
  public String name() {
    return "localtm";
  }

  @Override
  public String title() {
    return "Transactions in local memory: the evaluation, simulated again";
  }

  @Override
  public List<StudySubject> subjects() {
    return LocaltmProgram.all().stream()
        .map(program -> new StudySubject(program.label(), program.workload(), INPUT.describe()))
        .toList();
  }

  @Override
  public List<ResultCell> cells(StudySetup setup) {
    Map<Coordinate, ResultCell> cells = new LinkedHashMap<>();
    for (LocaltmProgram program : LocaltmProgram.all()) {
      LocaltmScenario.ALL.forEach(scenario -> add(cells, setup, program, scenario));
    }
    for (LocaltmProgram program : LocaltmProgram.CHOSEN) {
      LocaltmVariations.onChosen().forEach(scenario -> add(cells, setup, program, scenario));
    }
    for (LocaltmProgram table : BeyondFigures.SCALED) {
      for (int count : LocaltmVariations.WAVEFRONTS) {
        LocaltmVariations.scaled()
            .forEach(scenario ->
                add(cells, setup, table, LocaltmVariations.wavefronts(scenario, count)));
      }
    }
    for (LocaltmReading reading : LocaltmReading.others()) {
      for (LocaltmProgram table : LocaltmProgram.TABLES) {
        if (reading.suits(table)) {
          add(cells, setup, table, reading.transactional());
          add(cells, setup, table, reading.locked());
          add(cells, setup, table, reading.serial());
        }
      }
    }
    return List.copyOf(cells.values());
  }

  private static void add(
      Map<Coordinate, ResultCell> cells,
      StudySetup setup,
      LocaltmProgram program,
      LocaltmScenario scenario) {
    Coordinate coordinate =
        new Coordinate(program.label(), scenario.label(), LocaltmMeasurements.MACHINE);
    Map<String, String> options = new TreeMap<>(program.options(setup.scale()));
    options.putAll(scenario.options());
    Job job =
        new Job(
            program.workload(),
            INPUT,
            new TreeMap<>(options),
            LocaltmMeasurements.MACHINE,
            scenario.settings(),
            "gpu",
            "hrf",
            setup.seed());
    cells.putIfAbsent(
        coordinate,
        new ResultCell(coordinate, new SweepTask(coordinate.toString(), job, program.weight())));
  }

  @Override
  public List<Figure> figures(ResultGrid grid) {
    LocaltmMeasurements measured = new LocaltmMeasurements(grid);
    List<Figure> figures = new ArrayList<>();
    figures.addAll(new PaperFigures(measured, PublishedText.all().localtm()).all());
    figures.addAll(new BeyondFigures(measured).all());
    figures.addAll(new ReadingFigures(measured).all());
    return figures;
  }

  @Override
  public List<Claim> claims(ResultGrid grid) {
    return LocalTmVocabulary.judged(new LocaltmMeasurements(grid), LocaltmReading.STANDARD)
        .claims();
  }

  @Override
  public List<String> headlines() {
    return List.of(
        "tm-over-serialisation",
        "tm-speedup-least",
        "tm-speedup-most",
        "tm-speedup-least-inserting",
        "tm-speedup-most-inserting",
        "tm-reaches-fgl",
        "tm-over-one-lock",
        "tm-overhead");
  }

  @Override
  public List<String> facts(StudySetup setup) {
    return List.of(
        "Machine: %s, of which one compute unit runs one work-group of 256 work-items."
            .formatted(LocaltmMeasurements.MACHINE),
        "A transaction reads one slot, looks whether it is free, and inserts there if it is. An entry has"
            + " room for the numbers that hash there. The readings' figure has what else the paper may"
            + " mean.",
        "Times are those of the whole kernel: it fills the table, inserts, and copies the table out; and"
            + " in addition those of inserting alone, from the first thread that begins to the last one"
            + " that has done so (events.cycles), which a paper may mean as well.",
        switch (setup.scale()) {
          case FULL ->
              "Scale full: the paper's tables; in the other programs a thread does more than at quick"
                  + " scale.";
          case QUICK -> "Scale quick: the paper's tables; the other programs are short.";
        },
        "Every answer was compared with a reference computed on the host.");
  }
}
