package dev.syncopate.workload.pannotia;

import dev.syncopate.workload.graph.Graph;
import dev.syncopate.workload.host.Comparison;
import dev.syncopate.workload.host.GraphChoice;
import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.round.RoundAlgorithm;
import dev.syncopate.workload.round.RoundChoice;
import dev.syncopate.workload.round.RoundRun;
import dev.syncopate.workload.round.RoundSample;
import dev.syncopate.workload.runtime.Kernel;
import dev.syncopate.workload.runtime.Module;
import dev.syncopate.workload.stealing.QueuePlan;
import dev.syncopate.workload.stealing.QueueSet;
import dev.syncopate.workload.stealing.Scenario;
import dev.syncopate.workload.suite.Context;
import dev.syncopate.workload.suite.Option;
import dev.syncopate.workload.suite.Outcome;
import dev.syncopate.workload.suite.Size;
import dev.syncopate.workload.suite.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * An iterative graph algorithm whose vertices are handed out by work-stealing queues (rsp §5.1,
 * srsp §5.1.1): one or more launches a round, one thread a vertex, one queue element for as many
 * vertices as a work-group has threads. What a launch reads of other vertices it does not write, so
 * that the order of its elements does not matter.
 */
abstract class StealingWorkload implements Workload {
  private static final Option.Choice SCENARIO =
      new Option.Choice(
          "scenario",
          "Who synchronises how: without stealing at GPU or CTA scope, with stealing at"
              + " component scope, or with remote steals, which need a protocol that has them.",
          Scenario.labels());
  private static final String SYSTEM = "sys";
  private static final Option.Choice REACH =
      new Option.Choice(
          "reach",
          "Scope of what owners and thieves do to one another's queues: auto is sys on a machine of"
              + " several GPUs, where gpu is too narrow, and gpu on others.",
          List.of("auto", "gpu", SYSTEM));

  /** Our own kernels. */
  static final String LEAN = "lean";

  /** Pannotia's, as published. */
  static final String PUBLISHED = "pannotia";

  private static final String KERNELS = "kernels";

  private final KernelLibrary kernels;
  private final int rounds;

  /**
   * @param rounds that are simulated unless the user chooses; 0 for as many as it takes
   */
  StealingWorkload(KernelLibrary kernels, int rounds) {
    this.kernels = kernels;
    this.rounds = rounds;
  }

  /**
   * The algorithm at its start.
   *
   * @param programs one of {@link #programs}
   */
  abstract RoundAlgorithm algorithm(Context context, Graph graph, String programs);

  /** Kernels that there are for it, those that run unless the user chooses first. */
  List<String> programs() {
    return List.of(LEAN, PUBLISHED);
  }

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
    options.add(
        new Option.Choice(
            KERNELS,
            "Our own kernels, which do a round in one launch, or Pannotia's as published.",
            programs()));
    options.addAll(QueuePlan.options());
    options.addAll(RoundChoice.options(rounds));
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
    String programs = context.word(KERNELS);
    RoundAlgorithm algorithm = algorithm(context, graph, programs);
    int from = RoundChoice.skip(this, context, algorithm);
    RoundSample sample = RoundChoice.sample(context, () -> algorithm(context, graph, programs));
    algorithm.upload(context.device());
    QueuePlan plan = QueuePlan.of(context);
    int elements = plan.elements(graph.vertices());
    QueueSet queues = new QueueSet(context.device(), plan, elements);
    Function<String, Kernel> kernel = kernels(context, algorithm.source());
    RoundRun run =
        new RoundRun(
            algorithm,
            launch -> queues.launch(kernel.apply(launch.kernel()), launch.work()),
            from,
            sample);
    Comparison comparison = run.run();
    Map<String, Long> figures = run.figures(graph);
    figures.putAll(queues.figures());
    return taken(comparison, queues, (long) elements * run.launches(), figures)
        .with(queues.distributions());
  }

  /** Every element of every launch is taken once, by its owner or by a thief. */
  private static Outcome taken(
      Comparison comparison, QueueSet queues, long expected, Map<String, Long> figures) {
    long taken = queues.popped() + queues.stolen();
    return comparison.equal() && taken != expected
        ? Outcome.wrong(
            "%d elements were taken from the queues, expected %d".formatted(taken, expected),
            figures)
        : comparison.outcome(figures);
  }

  /** From a kernel's name without the scenario to the kernel. */
  private Function<String, Kernel> kernels(Context context, String source) {
    Module module = kernels.load(context.device(), source);
    Scenario scenario = Scenario.of(context.word(SCENARIO.name()));
    boolean system = reachesSystem(context);
    return name -> module.kernel(scenario.kernel(name, system));
  }

  private static boolean reachesSystem(Context context) {
    String reach = context.word(REACH.name());
    return reach.equals(REACH.words().getFirst())
        ? context.device().machine().system().gpus() > 1
        : reach.equals(SYSTEM);
  }
}
