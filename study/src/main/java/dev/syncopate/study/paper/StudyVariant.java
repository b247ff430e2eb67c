package dev.syncopate.study.paper;

import dev.syncopate.study.figure.Claim;
import dev.syncopate.study.figure.RejudgedClaims;
import dev.syncopate.study.grid.Coordinate;
import dev.syncopate.study.grid.ResultCell;
import dev.syncopate.study.grid.ResultGrid;
import dev.syncopate.study.sweep.SweepTask;
import java.util.List;
import java.util.function.Function;

/**
 * A study with one thing changed: the same places under scenarios of another name, so that they
 * stand in one grid with the study's own.
 *
 * @param name short, for columns and behind the names of scenarios
 * @param words what is otherwise, a sentence
 * @param cells to be simulated in addition to the study's own
 */
public record StudyVariant(String name, String words, List<ResultCell> cells) {
  private static final String BEHIND = ", ";

  /** Where results of the study itself go while a variant's stand in their place. */
  private static final String AWAY = ", as it is";

  public StudyVariant {
    cells = List.copyOf(cells);
  }

  /**
   * A variant of a study.
   *
   * @param cells at the places of the study's own
   */
  public static StudyVariant of(String name, String words, List<ResultCell> cells) {
    return new StudyVariant(
        name,
        words,
        cells.stream()
            .map(cell -> {
              Coordinate coordinate =
                  new Coordinate(
                      cell.coordinate().subject(),
                      scenario(cell.coordinate().scenario(), name),
                      cell.coordinate().machine());
              return new ResultCell(
                  coordinate,
                  new SweepTask(coordinate.toString(), cell.task().job(), cell.task().weight()));
            })
            .toList());
  }

  /** The name of a study's scenario under a variant. */
  public static String scenario(String scenario, String variant) {
    return scenario + BEHIND + variant;
  }

  /** A variant's results at the places of the study's own. */
  public static ResultGrid of(ResultGrid grid, String variant) {
    String suffix = BEHIND + variant;
    return grid.relabelled(scenario ->
        scenario.endsWith(suffix)
            ? scenario.substring(0, scenario.length() - suffix.length())
            : scenario + AWAY);
  }

  /** Whether a variant has any result. */
  public static boolean ran(ResultGrid grid, String variant) {
    return grid.results().keySet().stream()
        .anyMatch(coordinate -> coordinate.scenario().endsWith(BEHIND + variant));
  }

  /**
   * What the paper says, judged by the variant's results.
   *
   * @param claims judges results at the places of the study's own
   */
  public RejudgedClaims judged(Function<ResultGrid, List<Claim>> claims, ResultGrid grid) {
    return new RejudgedClaims(name, words, claims.apply(of(grid, name)));
  }
}
