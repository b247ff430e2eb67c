package dev.syncopate.workload.pannotia;

import dev.syncopate.workload.graph.Graph;
import dev.syncopate.workload.host.Comparison;
import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.runtime.Kernel;
import dev.syncopate.workload.stealing.QueuePlan;
import dev.syncopate.workload.stealing.QueueSet;
import dev.syncopate.workload.stealing.Scenario;
import dev.syncopate.workload.suite.Context;
import dev.syncopate.workload.suite.Option;
import dev.syncopate.workload.suite.Outcome;
import dev.syncopate.workload.suite.Size;
import dev.syncopate.workload.suite.Workload;
import dev.syncopate.workload.suite.WorkloadInputException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An iterative graph algorithm whose vertices are handed out by work-stealing queues (rsp §5.1,
 * srsp §5.1.1): one launch a round, one thread a vertex, one queue element for as many vertices as
 * a work-group has threads. Each round reads what the round before has written and writes
 * elsewhere, so that elements of a round do not depend on one another.
 */
abstract class StealingWorkload implements Workload {
  private static final Option.Choice SCENARIO =
      new Option.Choice(
          "scenario",
          "Who synchronises how: without stealing at component or work-group scope, with stealing at"
              + " component scope, or with remote steals, which need a protocol that has them.",
          Scenario.labels());
  private static final String SYSTEM = "sys";
  private static final Option.Choice REACH =
      new Option.Choice(
          "reach",
          "Scope of what owners and thieves do to one another's queues: auto is sys on a machine of"
              + " several GPUs, where gpu is too narrow, and gpu on others.",
          List.of("auto", "gpu", SYSTEM));
  private static final Option.Whole FROM =
      new Option.Whole(
          "from",
          "Rounds that the host computes beforehand; the simulation goes on from their state.",
          0,
          0,
          Integer.MAX_VALUE);

  private final KernelLibrary kernels;
  private final String source;
  private final Option.Whole iterations;

  /**
   * @param source of the kernels, without its extension, and the first part of their names
   * @param rounds that are simulated unless the user chooses; 0 for as many as it takes
   */
  StealingWorkload(KernelLibrary kernels, String source, int rounds) {
    this.kernels = kernels;
    this.source = source;
    iterations =
        new Option.Whole(
            "iterations",
            "Rounds to simulate; " + (rounds == 0 ? "0 for as many as it takes." : "at least 1."),
            rounds,
            rounds == 0 ? 0 : 1,
            Integer.MAX_VALUE);
  }

  /** The algorithm at its start. */
  abstract RoundAlgorithm algorithm(Context context, Graph graph);

  /** Options besides those that all have. */
  List<Option> ownOptions() {
    return List.of();
  }

  @Override
  public final String sizeMeaning() {
    return GraphChoice.SIZE_MEANING;
  }

  @Override
  public final List<Size> sizes() {
    return List.of(
        new Size("medium", 20_000), new Size("small", 2_000), new Size("large", 200_000));
  }

  @Override
  public final List<Option> options() {
    List<Option> options = new ArrayList<>(List.of(SCENARIO, REACH));
    options.addAll(QueuePlan.options());
    options.add(iterations);
    options.add(FROM);
    options.addAll(ownOptions());
    options.add(GraphChoice.SHAPE);
    options.add(GraphChoice.DEGREE);
    return List.copyOf(options);
  }

  @Override
  public final boolean takesGraph() {
    return true;
  }

  @Override
  public final Outcome run(Context context) {
    Graph graph = GraphChoice.graph(this, context);
    RoundAlgorithm algorithm = algorithm(context, graph);
    int from = (int) context.number(FROM.name());
    for (int round = 0; round < from; round++) {
      if (algorithm.done()) {
        throw new WorkloadInputException(
            "from of %s is %d, but nothing is left to do after %d rounds"
                .formatted(name(), from, round));
      }
      algorithm.step();
    }
    algorithm.upload(context.device());
    QueuePlan plan = QueuePlan.of(context);
    QueueSet queues = new QueueSet(context.device(), plan, plan.elements(graph.vertices()));
    int rounds = simulate(context, algorithm, queues, from);
    Comparison comparison = algorithm.check();
    Map<String, Long> figures = new LinkedHashMap<>();
    figures.put("vertices", (long) graph.vertices());
    figures.put("arcs", (long) graph.arcs());
    figures.put("rounds", (long) rounds);
    figures.putAll(queues.figures());
    Outcome outcome =
        comparison.equal() ? counted(plan, graph, rounds, queues, figures, comparison) : null;
    return (outcome == null ? comparison.outcome(figures) : outcome).with(queues.distributions());
  }

  private int simulate(Context context, RoundAlgorithm algorithm, QueueSet queues, int from) {
    Kernel kernel =
        kernels
            .load(context.device(), source)
            .kernel(
                Scenario.of(context.word(SCENARIO.name())).kernel(source, reachesSystem(context)));
    long most = context.number(iterations.name());
    int rounds = 0;
    boolean finished = false;
    while (!finished && (most == 0 || rounds < most)) {
      rounds++;
      queues.launch(kernel, algorithm.work(from + rounds));
      algorithm.step();
      finished = algorithm.finished();
    }
    return rounds;
  }

  private static boolean reachesSystem(Context context) {
    String reach = context.word(REACH.name());
    return reach.equals(REACH.words().getFirst())
        ? context.device().machine().system().gpus() > 1
        : reach.equals(SYSTEM);
  }

  /** Every element of every launch was taken once, by its owner or by a thief. */
  private static Outcome counted(
      QueuePlan plan,
      Graph graph,
      int rounds,
      QueueSet queues,
      Map<String, Long> figures,
      Comparison comparison) {
    long elements = (long) rounds * plan.elements(graph.vertices());
    long taken = queues.popped() + queues.stolen();
    return taken == elements
        ? comparison.outcome(figures)
        : Outcome.wrong(
            "%d elements were taken from the queues, expected %d".formatted(taken, elements),
            figures);
  }
}
