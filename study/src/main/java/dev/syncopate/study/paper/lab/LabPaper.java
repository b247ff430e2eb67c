package dev.syncopate.study.paper.lab;

import dev.syncopate.study.figure.Claim;
import dev.syncopate.study.figure.Figure;
import dev.syncopate.study.grid.ResultCell;
import dev.syncopate.study.grid.ResultGrid;
import dev.syncopate.study.paper.Paper;
import dev.syncopate.study.paper.Percentages;
import dev.syncopate.study.paper.PublishedText;
import dev.syncopate.study.paper.StudySetup;
import dev.syncopate.study.paper.StudySubject;
import dev.syncopate.study.paper.claim.ClaimFile;
import dev.syncopate.study.paper.claim.Verdicts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * "Only Buffer When You Need To" (lab §IV to §VI): commutative atomics on a Titan V, with local
 * atomic buffers of several sizes, other caches, hLRC and PHI.
 */
public final class LabPaper implements Paper {
  @Override
  public String name() {
    return "lab";
  }

  @Override
  public String title() {
    return "Local atomic buffers: the evaluation, simulated again";
  }

  @Override
  public List<StudySubject> subjects() {
    List<StudySubject> subjects = new ArrayList<>();
    for (LabBenchmark benchmark : LabBenchmark.values()) {
      List<String> inputs = benchmark.inputs();
      subjects.add(
          new StudySubject(
              benchmark.name(),
              benchmark.workload(),
              benchmark.kind() == LabBenchmark.Kind.GRAPH ? inputs.getFirst() : "-"));
      if (LabBenchmark.LEVELLED.contains(benchmark)) {
        for (int i = 1; i < LabBenchmark.LEVELS.size(); i++) {
          subjects.add(
              new StudySubject(
                  benchmark.label(LabBenchmark.LEVELS.get(i)),
                  benchmark.workload(),
                  inputs.get(i)));
        }
      }
    }
    for (AtomicsReading reading : AtomicsReading.OTHERS) {
      for (LabBenchmark benchmark : LabBenchmark.values()) {
        subjects.add(new StudySubject(reading.subject(benchmark), benchmark.workload(), "-"));
      }
    }
    for (int i = 0; i < LabBenchmark.LEVELS.size(); i++) {
      subjects.add(
          new StudySubject(
              LabelPropagation.subject(LabBenchmark.LEVELS.get(i)),
              LabBenchmark.CCA.workload(),
              LabBenchmark.CCA.inputs().get(i)));
    }
    for (ShortSums.Atomics atomics : ShortSums.Atomics.values()) {
      for (int pixels : ShortSums.PIXELS) {
        subjects.add(
            new StudySubject(ShortSums.subject(pixels, atomics), LabBenchmark.BWC.workload(), "-"));
      }
    }
    Arrays.stream(PlainCode.values())
        .forEach(code -> subjects.add(new StudySubject(code.workload(), code.workload(), "-")));
    return subjects;
  }

  @Override
  public List<ResultCell> cells(StudySetup setup) {
    return new LabSimulations(setup).cells();
  }

  @Override
  public List<Figure> figures(ResultGrid grid) {
    LabMeasurements measured = new LabMeasurements(grid);
    List<Figure> figures =
        new ArrayList<>(new LabFigures(measured, LabPublishedNumbers.published()).all());
    AnalyticsFigures analytics = new AnalyticsFigures(measured, sizes(grid));
    figures.add(analytics.levels());
    figures.add(analytics.benefits());
    figures.add(analytics.plainCodes());
    figures.add(Percentages.figure("Percentages that the text states", judged(grid).percentages()));
    figures.add(Crossover.figure(measured));
    figures.add(LabReadings.figure(measured));
    AtomicsReading.OTHERS.forEach(reading -> figures.add(reading.figure(measured)));
    figures.add(LabelPropagation.figure(measured));
    figures.add(ShortSums.figure(measured));
    return figures;
  }

  /** Lines of the buffers of figures 8 and 9: those of the study, at every scale. */
  private static List<Integer> sizes(ResultGrid grid) {
    return LabConfiguration.SIZES.stream()
        .filter(entries ->
            grid.results().keySet().stream()
                .anyMatch(coordinate ->
                    coordinate.scenario().equals(LabConfiguration.withoutReuse(entries).label())))
        .toList();
  }

  @Override
  public List<Claim> claims(ResultGrid grid) {
    return judged(grid).claims();
  }

  private Verdicts judged(ResultGrid grid) {
    List<String> subjects = new ArrayList<>(subjects().stream().map(StudySubject::label).toList());
    for (int bins : Crossover.BINS) {
      subjects.add(Crossover.subject(LabBenchmark.H, bins));
      subjects.add(Crossover.subject(LabBenchmark.HS, bins));
    }
    return ClaimFile.judge(
        "lab",
        LabVocabulary.of(new LabMeasurements(grid), subjects, sizes(grid)),
        PublishedText.data("lab"));
  }

  @Override
  public List<String> headlines() {
    return List.of(
        "mean-time",
        "mean-energy",
        "mean-traffic",
        "atgr-mean",
        "hlrc-time",
        "phi-time",
        "plain-lab-mean");
  }

  @Override
  public List<String> facts(StudySetup setup) {
    return LabSimulations.facts(setup);
  }
}
