package dev.syncopate.study.paper.explain;

import dev.syncopate.study.figure.Claim;
import dev.syncopate.study.figure.Figure;
import dev.syncopate.study.figure.StudyFindings;
import dev.syncopate.study.figure.TableFigure;
import dev.syncopate.study.grid.Coordinate;
import dev.syncopate.study.grid.ResultCell;
import dev.syncopate.study.grid.ResultGrid;
import dev.syncopate.study.job.JobResult;
import dev.syncopate.study.json.MayBeMissing;
import dev.syncopate.study.paper.StudySetup;
import dev.syncopate.study.sweep.SweepTask;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An experiment: one simulation by rows, each of which changes one thing, and columns, each of
 * which is one of the mechanisms that a claim compares.
 *
 * @param title what decides, in a sentence
 * @param claims ids of the claims that it is about
 * @param shows what the numbers show
 * @param measure what is shown of each simulation: a figure of the workload or a counter of
 *     docs/use/statistics.md, or {@code A / B}, one divided by another; null for cycles
 * @param base what every simulation runs, in the words of {@code run}; empty where each row begins
 *     with its workload
 * @param columns the first is what the others are divided by
 * @param rows the first changes nothing
 */
public record ExplainingExperiment(
    String title,
    List<String> claims,
    String shows,
    @MayBeMissing @Nullable String measure,
    String base,
    List<Change> columns,
    List<Change> rows) {
  /**
   * A row or column.
   *
   * @param name for people; of a row empty for the words themselves
   * @param words what it adds, in the words of {@code run}
   * @param measure of a column what is shown in place of the experiment's measure; else null
   */
  public record Change(String name, String words, @MayBeMissing @Nullable String measure) {
    /** A change that shows the experiment's own measure. */
    Change(String name, String words) {
      this(name, words, null);
    }

    String label() {
      return name.isEmpty() ? words : name;
    }
  }

  public ExplainingExperiment {
    claims = List.copyOf(claims);
    columns = List.copyOf(columns);
    rows = List.copyOf(rows);
  }

  /** What there is to simulate. */
  public List<ResultCell> cells(StudySetup setup) {
    List<ResultCell> cells = new ArrayList<>();
    for (Change row : rows) {
      for (Change column : columns) {
        Coordinate coordinate = at(row, column);
        String words = String.join(" ", base, row.words(), column.words());
        cells.add(
            new ResultCell(
                coordinate, new SweepTask(coordinate.toString(), RunWords.job(words, setup), 1)));
      }
    }
    return cells;
  }

  private Coordinate at(Change row, Change column) {
    return new Coordinate(title + ": " + row.label(), column.label(), "");
  }

  /**
   * Cycles or a counter of every simulation, and what they are of the first column's in the row.
   */
  public Figure figure(ResultGrid grid) {
    List<String> header =
        new ArrayList<>(
            List.of((measure == null ? "" : measure + " of ") + ("run " + base).strip()));
    for (Change column : columns) {
      header.add(column.label());
      if (!column.equals(columns.getFirst())) {
        header.add("of " + columns.getFirst().label());
      }
    }
    List<List<String>> table = new ArrayList<>();
    for (Change row : rows) {
      List<String> cells = new ArrayList<>(List.of(row.label()));
      Optional<Double> first = number(grid, row, columns.getFirst());
      for (Change column : columns) {
        Optional<Double> result = number(grid, row, column);
        cells.add(result.map(value -> String.format(Locale.ROOT, "%,.0f", value)).orElse("-"));
        if (!column.equals(columns.getFirst())) {
          cells.add(
              result
                  .flatMap(value ->
                      first
                          .filter(divisor -> divisor != 0)
                          .map(divisor -> String.format(Locale.ROOT, "%.2f", value / divisor)))
                  .orElse("-"));
        }
      }
      table.add(cells);
    }
    return new TableFigure(id(), title, shows, header, table, 1);
  }

  /** Nothing where the simulation has no right result, or divides by a counter that is 0. */
  private Optional<Double> number(ResultGrid grid, Change row, Change column) {
    String shown = column.measure() == null ? measure : column.measure();
    Optional<JobResult> result = result(grid, row, column);
    if (shown == null) {
      return result.map(right -> (double) right.cycles());
    }
    String[] terms = shown.split(" / ", 2);
    return terms.length == 1
        ? result.map(right -> counted(right, terms[0]))
        : result
            .filter(right -> counted(right, terms[1]) != 0)
            .map(right -> counted(right, terms[0]) / counted(right, terms[1]));
  }

  private static double counted(JobResult result, String counter) {
    Long figure = result.figures().get(counter);
    return figure == null ? result.statistic(counter) : figure;
  }

  private Optional<JobResult> result(ResultGrid grid, Change row, Change column) {
    Coordinate coordinate = at(row, column);
    return grid.at(coordinate.subject(), coordinate.scenario(), coordinate.machine());
  }

  private String id() {
    return title.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
  }

  /**
   * What is shown of experiments about a claim.
   *
   * @param name of the files
   * @param claim as its paper states it
   */
  public static StudyFindings findings(
      String name, Claim claim, List<ExplainingExperiment> explanations, ResultGrid grid) {
    return new StudyFindings(
        name,
        "What decides: " + claim.statement(),
        List.of(
            "Published: %s (%s). Judged by: %s."
                .formatted(claim.published(), claim.source(), claim.criterion()),
            "Each row changes one thing. An explanation whose row changes nothing is refuted."),
        List.of(),
        explanations.stream()
            .map(explanation -> explanation.figure(Objects.requireNonNull(grid)))
            .toList(),
        List.of());
  }
}
