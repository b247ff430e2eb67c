package dev.syncopate.study.grid;

import dev.syncopate.study.job.Job;
import dev.syncopate.study.job.JobResult;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;

/** The results of a study by place. What is missing or wrong has no numbers. */
public final class ResultGrid {
  private final Map<Coordinate, JobResult> results;
  private final int places;

  private ResultGrid(Map<Coordinate, JobResult> results, int places) {
    this.results = Collections.unmodifiableMap(results);
    this.places = places;
  }

  /**
   * @param cells in the order of the study
   * @param results of their jobs; those of jobs that were stopped are missing
   */
  public static ResultGrid of(List<ResultCell> cells, Map<Job, JobResult> results) {
    Map<Coordinate, JobResult> byCoordinate = new LinkedHashMap<>();
    for (ResultCell cell : cells) {
      JobResult result = results.get(cell.task().job());
      if (result != null && byCoordinate.putIfAbsent(cell.coordinate(), result) != null) {
        throw new IllegalArgumentException("two jobs at " + cell.coordinate());
      }
    }
    return new ResultGrid(byCoordinate, cells.size());
  }

  /** The same results with scenarios by other names, as when two of them change places. */
  public ResultGrid relabelled(UnaryOperator<String> scenario) {
    Map<Coordinate, JobResult> byCoordinate = new LinkedHashMap<>();
    results.forEach((place, result) ->
        byCoordinate.put(
            new Coordinate(place.subject(), scenario.apply(place.scenario()), place.machine()),
            result));
    return new ResultGrid(byCoordinate, places);
  }

  /**
   * A part of the results.
   *
   * @param place where a result is in the part; nothing for those that are not
   */
  public ResultGrid part(Function<Coordinate, Optional<Coordinate>> place) {
    Map<Coordinate, JobResult> byCoordinate = new LinkedHashMap<>();
    results.forEach((old, result) ->
        place.apply(old).ifPresent(newCoordinate -> byCoordinate.put(newCoordinate, result)));
    return new ResultGrid(byCoordinate, places);
  }

  /** Every result that is there, right or not, in the order of the study. */
  public Map<Coordinate, JobResult> results() {
    return results;
  }

  /** Results that may not be used. */
  public Map<Coordinate, JobResult> failures() {
    Map<Coordinate, JobResult> failures = new LinkedHashMap<>(results);
    failures.values().removeIf(JobResult::right);
    return failures;
  }

  /** Whether every job of the study has ended, in whichever way. */
  public boolean complete() {
    return results.size() == places;
  }

  /** The right result at a place. */
  public Optional<JobResult> at(String subject, String scenario, String machine) {
    return Optional.ofNullable(results.get(new Coordinate(subject, scenario, machine)))
        .filter(JobResult::right);
  }

  /** A number of the result at a place; NaN if there is none. */
  public double measure(
      String subject, String scenario, String machine, ToDoubleFunction<JobResult> quantity) {
    return at(subject, scenario, machine).map(quantity::applyAsDouble).orElse(Double.NaN);
  }

  /** A number at one place over the same at another; NaN if either is missing or the other 0. */
  public double ratio(
      String subject,
      String scenario,
      String reference,
      String machine,
      ToDoubleFunction<JobResult> quantity) {
    double numerator = measure(subject, scenario, machine, quantity);
    double denominator = measure(subject, reference, machine, quantity);
    return denominator == 0 ? Double.NaN : numerator / denominator;
  }

  /** Subjects with any result, in the order of the study. */
  public List<String> subjects() {
    return new ArrayList<>(
        new LinkedHashSet<>(results.keySet().stream().map(Coordinate::subject).toList()));
  }
}
