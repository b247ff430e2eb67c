package dev.syncopate.workload.pannotia;

import dev.syncopate.workload.graph.Graph;
import dev.syncopate.workload.host.Comparison;
import dev.syncopate.workload.round.RoundAlgorithm;
import dev.syncopate.workload.round.RoundLaunch;
import dev.syncopate.workload.runtime.Kernel;
import dev.syncopate.workload.stealing.QueueSet;
import dev.syncopate.workload.suite.Outcome;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/** Simulates an algorithm's rounds, or a sample of them, and compares states with the host's. */
final class RoundRun {
  private final RoundAlgorithm algorithm;
  private final QueueSet queues;
  private final Function<String, Kernel> kernels;
  private final int from;
  private final RoundSample sample;
  private int simulated;
  private int launches;

  /**
   * @param kernels from a kernel's name without the scenario to the kernel
   * @param from rounds that are done already
   */
  RoundRun(
      RoundAlgorithm algorithm,
      QueueSet queues,
      Function<String, Kernel> kernels,
      int from,
      RoundSample sample) {
    this.algorithm = algorithm;
    this.queues = queues;
    this.kernels = kernels;
    this.from = from;
    this.sample = sample;
  }

  /**
   * @param elements in the queues at the start of each launch
   */
  Outcome run(Graph graph, long elements) {
    Comparison comparison = rounds();
    Map<String, Long> figures = new LinkedHashMap<>();
    figures.put("vertices", (long) graph.vertices());
    figures.put("arcs", (long) graph.arcs());
    figures.put("rounds", (long) simulated);
    if (sample.stride() > 1) {
      figures.put("roundsInAll", sample.last());
    }
    figures.putAll(queues.figures());
    long taken = queues.popped() + queues.stolen();
    Outcome outcome =
        comparison.equal() && taken != elements * launches
            ? Outcome.wrong(
                "%d elements were taken from the queues, expected %d"
                    .formatted(taken, elements * launches),
                figures)
            : comparison.outcome(figures);
    return outcome.with(queues.distributions());
  }

  /** The last comparison, or the first that found a difference. */
  private Comparison rounds() {
    Comparison comparison = Comparison.wrong("no round was simulated");
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

  /** Every element of every launch is taken once, by its owner or by a thief. */
  private void simulate(int round) {
    simulated++;
    for (RoundLaunch launch : algorithm.launches(from + round)) {
      launches++;
      queues.launch(kernels.apply(launch.kernel()), launch.work());
    }
  }
}
