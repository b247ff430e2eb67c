package dev.syncopate.study.compare;

import dev.syncopate.study.figure.BarFigure;
import dev.syncopate.study.figure.Figure;
import dev.syncopate.study.figure.Means;
import dev.syncopate.study.figure.StudyFindings;
import dev.syncopate.study.figure.TableFigure;
import dev.syncopate.study.grid.ResultCell;
import dev.syncopate.study.grid.ResultGrid;
import dev.syncopate.workload.suite.Workload;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.SequencedSet;

/**
 * Several suites, each on its own machine, under the same mechanisms: one table of speed-ups over
 * the first mechanism, a row a mechanism and a column a suite, and a recommendation for each suite.
 */
public final class SuitesComparison {
  private final List<SuiteComparison> suites;

  /** Suites in the order of the table. */
  public SuitesComparison(List<SuiteChoice> choices) {
    suites =
        choices.stream()
            .map(suiteChoice ->
                new SuiteComparison(
                    suiteChoice.choice,
                    suiteChoice.choice.workload() + " on " + suiteChoice.choice.machine(),
                    suiteChoice.workloads,
                    List.of()))
            .toList();
  }

  /**
   * A suite.
   *
   * @param choice what is chosen for it; its workload is the suite's name
   */
  public record SuiteChoice(ComparisonRequest choice, List<Workload> workloads) {
    public SuiteChoice {
      workloads = List.copyOf(workloads);
    }
  }

  /** What there is to simulate, suite by suite. */
  public List<ResultCell> cells() {
    return suites.stream().flatMap(suite -> suite.cells().stream()).toList();
  }

  /** Which mechanisms a suite's machine cannot run, with the reason, each in a sentence. */
  public List<String> leftOut() {
    return suites.stream()
        .flatMap(suite -> suite.leftOut().stream().map(reason -> suite.suite() + ": " + reason))
        .toList();
  }

  /** Simulations on changed machines, suite by suite. */
  public List<ResultCell> sensitivity(ResultGrid grid) {
    return suites.stream().flatMap(suite -> suite.sensitivity(grid).stream()).toList();
  }

  /** The table, its bars, and of each suite every time over the fastest. */
  public StudyFindings findings(ResultGrid grid) {
    List<String> facts = new ArrayList<>();
    List<Figure> figures = new ArrayList<>();
    for (SuiteComparison suite : suites) {
      facts.add(suite.suite() + ". " + String.join(" ", suite.advice(grid)));
    }
    for (SuiteComparison suite : suites) {
      facts.add(suite.suite() + ": " + suite.machine());
    }
    leftOut().forEach(reason -> facts.add("Left out of " + reason + "."));
    figures.add(table(grid));
    figures.add(chart(grid));
    for (SuiteComparison suite : suites) {
      figures.add(suite.standings(grid).everything(suite.suite()));
    }
    return new StudyFindings(
        "compare-all", "Mechanisms by suite", facts, List.of(), figures, List.of());
  }

  private List<String> mechanisms(ResultGrid grid) {
    SequencedSet<String> mechanisms = new LinkedHashSet<>();
    suites.forEach(suite -> mechanisms.addAll(suite.standings(grid).mechanisms()));
    return List.copyOf(mechanisms);
  }

  private double speedup(ResultGrid grid, SuiteComparison suite, String mechanism) {
    return suite.standings(grid).meanSpeedup(mechanism);
  }

  private Figure table(ResultGrid grid) {
    List<String> header = new ArrayList<>(List.of(""));
    suites.forEach(suite -> header.add(suite.suite()));
    header.add("mean of suites");
    List<List<String>> rows = new ArrayList<>();
    for (String mechanism : mechanisms(grid)) {
      List<Double> speedups =
          suites.stream().map(suite -> speedup(grid, suite, mechanism)).toList();
      List<String> row = new ArrayList<>(List.of(mechanism));
      speedups.forEach(speedup -> row.add(times(speedup)));
      row.add(times(speedups.contains(Double.NaN) ? Double.NaN : Means.geometric(speedups)));
      rows.add(row);
    }
    return new TableFigure(
        "suites",
        "Speed-up over %s by suite".formatted(mechanisms(grid).getFirst()),
        "Geometric means over the workloads that all mechanisms of a suite have answered. A dash: the"
            + " suite's machine cannot run the mechanism, or no workload has a right answer.",
        header,
        rows,
        1);
  }

  private Figure chart(ResultGrid grid) {
    List<String> mechanisms = mechanisms(grid);
    return new BarFigure(
        "speedup",
        "Speed-up over %s by suite".formatted(mechanisms.getFirst()),
        "Geometric means. Higher is better.",
        "speed-up",
        "×",
        mechanisms,
        suites.stream()
            .map(suite ->
                new BarFigure.Group(
                    suite.suite(),
                    mechanisms.stream().map(mechanism -> speedup(grid, suite, mechanism)).toList()))
            .toList(),
        List.of(),
        List.of());
  }

  private static String times(double value) {
    return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%.2f", value);
  }
}
