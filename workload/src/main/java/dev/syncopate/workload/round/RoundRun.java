package dev.syncopate.workload.round;

import dev.syncopate.workload.graph.Graph;
import dev.syncopate.workload.host.ResultComparison;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Simulates an algorithm's rounds, or a sample of them, and compares states with the host's. */
public final class RoundRun {
  private final RoundAlgorithm algorithm;
  private final Consumer<RoundLaunch> launcher;
  private final int firstRound;
  private final RoundSample sample;
  private int simulated;
  private int launches;

  /**
   * @param algorithm on the device already
   * @param launcher runs a launch over all vertices to its end
   * @param firstRound rounds that are done already
   */
  public RoundRun(
      RoundAlgorithm algorithm,
      Consumer<RoundLaunch> launcher,
      int firstRound,
      RoundSample sample) {
    this.algorithm = algorithm;
    this.launcher = launcher;
    this.firstRound = firstRound;
    this.sample = sample;
  }

  /** The last comparison, or the first that found a difference. */
  public ResultComparison run() {
    ResultComparison comparison = ResultComparison.wrong("no round was simulated");
    boolean current = true; // whether the device has the host's state
    boolean finished = false;
    for (int round = 1; !finished; round++) {
      boolean chosen = sample.has(round);
      if (chosen) {
        if (!current) {
          algorithm.restore();
        }
        simulate(round);
      }
      algorithm.step();
      current = chosen;
      finished = (chosen && algorithm.finished()) || !sample.goesOn(round);
      if (chosen && (finished || sample.stride() > 1)) {
        comparison = algorithm.check();
        finished |= !comparison.equal();
      }
    }
    return comparison;
  }

  private void simulate(int round) {
    simulated++;
    for (RoundLaunch launch : algorithm.launches(firstRound + round)) {
      launches++;
      launcher.accept(launch);
    }
  }

  /** Launches so far. */
  public int launches() {
    return launches;
  }

  /** The amount of work done so far, by name, that on a graph after the graph. */
  public Map<String, Long> figures(Graph graph) {
    Map<String, Long> figures = new LinkedHashMap<>();
    figures.put("vertices", (long) graph.vertices());
    figures.put("arcs", (long) graph.arcs());
    figures.putAll(figures());
    return figures;
  }

  /** The amount of work done so far, by name. */
  public Map<String, Long> figures() {
    Map<String, Long> figures = new LinkedHashMap<>();
    figures.put("rounds", (long) simulated);
    if (sample.stride() > 1) {
      figures.put("roundsInAll", sample.last());
    }
    return figures;
  }
}
