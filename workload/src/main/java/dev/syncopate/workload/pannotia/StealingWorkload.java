package dev.syncopate.workload.pannotia;

import dev.syncopate.workload.graph.Graph;
import dev.syncopate.workload.graph.VertexOrder;
import dev.syncopate.workload.host.GraphChoice;
import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.host.ResultComparison;
import dev.syncopate.workload.round.RoundAlgorithm;
import dev.syncopate.workload.round.RoundChoice;
import dev.syncopate.workload.round.RoundLaunch;
import dev.syncopate.workload.round.RoundRun;
import dev.syncopate.workload.round.RoundSample;
import dev.syncopate.workload.runtime.Kernel;
import dev.syncopate.workload.runtime.Module;
import dev.syncopate.workload.stealing.QueueEnds;
import dev.syncopate.workload.stealing.QueuePlan;
import dev.syncopate.workload.stealing.QueueSet;
import dev.syncopate.workload.stealing.StealingScenario;
import dev.syncopate.workload.suite.NamedSize;
import dev.syncopate.workload.suite.Workload;
import dev.syncopate.workload.suite.WorkloadContext;
import dev.syncopate.workload.suite.WorkloadInputException;
import dev.syncopate.workload.suite.WorkloadOption;
import dev.syncopate.workload.suite.WorkloadOutcome;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * An iterative graph algorithm whose vertices are handed out by work-stealing queues (rsp §5.1,
 * srsp §5.1.1). A round is one or more launches with one thread a vertex. A queue element stands
 * for as many vertices as a work-group has threads. What a launch reads of other vertices it does
 * not write, so that the order of its elements does not matter.
 */
abstract class StealingWorkload implements Workload {
  private static final WorkloadOption.Choice SCENARIO =
      new WorkloadOption.Choice(
          "scenario",
          "Who synchronises how: without stealing at GPU or CTA scope, with stealing at"
              + " component scope, or with remote steals, which need a protocol that has them.",
          StealingScenario.labels());
  private static final String SYSTEM = "sys";
  private static final WorkloadOption.Choice REACH =
      new WorkloadOption.Choice(
          "reach",
          "Scope of what owners and thieves do to one another's queues: auto is sys on a machine of"
              + " several GPUs, where gpu is too narrow, and gpu on others.",
          List.of("auto", "gpu", SYSTEM));

  /** Our own kernels. */
  static final String LEAN = "lean";

  /** Pannotia's, as published. */
  static final String PUBLISHED = "pannotia";

  private static final String KERNELS = "kernels";

  private static final String ALL = "all";
  private static final String ALONG_ARCS = "arcs";
  private static final String NONE = "none";
  private static final WorkloadOption.Choice QUEUED =
      new WorkloadOption.Choice(
          "queued",
          "Launches whose vertices come from the queues: all, or only those along arcs; in the others"
              + " each work-group takes its own without synchronisation. None, with"
              + " scenario=baseline, is what an ideal scope would come to. With kernels=pannotia.",
          List.of(ALL, ALONG_ARCS, NONE));
  private static final WorkloadOption.Choice ENDS =
      new WorkloadOption.Choice(
          "ends",
          "Head and tail of a queue: in a line each, together in one, or in a record with a ring of"
              + " elements. With kernels=pannotia.",
          QueueEnds.labels());
  private static final WorkloadOption.Choice ORDER =
      new WorkloadOption.Choice(
          "order",
          "Numbers of the vertices: the graph's own, drawn at random, or those with the most arcs"
              + " first.",
          Arrays.stream(VertexOrder.values()).map(VertexOrder::label).toList());

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
  abstract RoundAlgorithm algorithm(WorkloadContext context, Graph graph, String programs);

  /** Kernels that there are for it, those that run unless the user chooses first. */
  List<String> programs() {
    return List.of(LEAN, PUBLISHED);
  }

  /** Options in addition to the common ones. */
  List<WorkloadOption> ownOptions() {
    return List.of();
  }

  @Override
  public final String sizeMeaning() {
    return GraphChoice.SIZE_MEANING;
  }

  @Override
  public final List<NamedSize> sizes() {
    return List.of(
        new NamedSize("medium", 20_000),
        new NamedSize("small", 2_000),
        new NamedSize("large", 200_000));
  }

  @Override
  public final List<WorkloadOption> options() {
    List<WorkloadOption> options = new ArrayList<>(List.of(SCENARIO, REACH));
    options.add(
        new WorkloadOption.Choice(
            KERNELS,
            "Our own kernels, which do a round in one launch, or Pannotia's as published.",
            programs()));
    options.addAll(QueuePlan.options());
    options.addAll(List.of(ENDS, QUEUED, ORDER));
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
  public final WorkloadOutcome run(WorkloadContext context) {
    Graph graph = ordered(context, GraphChoice.graph(this, context));
    String programs = context.word(KERNELS);
    RoundAlgorithm algorithm = algorithm(context, graph, programs);
    int firstRound = RoundChoice.skip(this, context, algorithm);
    RoundSample sample = RoundChoice.sample(context, () -> algorithm(context, graph, programs));
    algorithm.upload(context.device());
    QueuePlan plan = QueuePlan.of(context);
    int elements = plan.elements(graph.vertices());
    QueueEnds layout = QueueEnds.of(context.word(ENDS.name()));
    QueueSet queues =
        new QueueSet(
            context.device(), plan, elements, element -> arcs(graph, plan, element), layout);
    Launcher launcher = launcher(context, algorithm.source(), queues, layout);
    RoundRun run = new RoundRun(algorithm, launcher::launch, firstRound, sample);
    ResultComparison comparison = run.run();
    Map<String, Long> figures = run.figures(graph);
    figures.putAll(queues.figures());
    return taken(comparison, queues, elements * launcher.queued, figures)
        .with(queues.distributions());
  }

  private static Graph ordered(WorkloadContext context, Graph graph) {
    return VertexOrder.valueOf(context.word(ORDER.name()).toUpperCase(Locale.ROOT))
        .of(graph, context.seed());
  }

  /** Of an element's vertices together. */
  private static long arcs(Graph graph, QueuePlan plan, int element) {
    int first = element * plan.block();
    int end = Math.min(first + plan.block(), graph.vertices());
    return (long) graph.offsets()[end] - graph.offsets()[first];
  }

  /** Every element of every launch is taken once, by its owner or by a thief. */
  private static WorkloadOutcome taken(
      ResultComparison comparison, QueueSet queues, long expected, Map<String, Long> figures) {
    long takenElements = queues.popped() + queues.stolen();
    return comparison.equal() && takenElements != expected
        ? WorkloadOutcome.wrong(
            "%d elements were taken from the queues, expected %d"
                .formatted(takenElements, expected),
            figures)
        : comparison.outcome(figures);
  }

  /** Runs launches, with or without the queues. */
  private static final class Launcher {
    private final QueueSet queues;
    private final Predicate<RoundLaunch> isQueued;
    private final Function<String, Kernel> onQueues;
    private final Function<String, Kernel> beside;

    /** Launches so far that were on the queues. */
    private long queued;

    Launcher(
        QueueSet queues,
        Predicate<RoundLaunch> isQueued,
        Function<String, Kernel> onQueues,
        Function<String, Kernel> beside) {
      this.queues = queues;
      this.isQueued = isQueued;
      this.onQueues = onQueues;
      this.beside = beside;
    }

    void launch(RoundLaunch launch) {
      if (isQueued.test(launch)) {
        queued++;
        queues.launch(onQueues.apply(launch.kernel()), launch.work());
      } else {
        queues.launchOwn(beside.apply(launch.kernel()), launch.work());
      }
    }
  }

  private Launcher launcher(
      WorkloadContext context, String source, QueueSet queues, QueueEnds layout) {
    StealingScenario scenario = StealingScenario.of(context.word(SCENARIO.name()));
    boolean system = reachesSystem(context);
    boolean usual = layout == QueueEnds.APART;
    String queued = context.word(QUEUED.name());
    if (!usual || !queued.equals(ALL)) {
      String variant = usual ? "queued=" + queued : "ends=" + layout.label();
      checkVariant(context, scenario, system, variant);
    }
    Module module = kernels.load(context.device(), source);
    return new Launcher(
        queues,
        launch -> queued.equals(ALL) || (queued.equals(ALONG_ARCS) && launch.alongArcs()),
        name -> module.kernel(scenario.kernel(name + layout.suffix(), system)),
        name -> module.kernel(name + "_unsynchronised"));
  }

  /** There are variants of the kernels of the papers' programs alone, and for one GPU. */
  private void checkVariant(
      WorkloadContext context, StealingScenario scenario, boolean system, String variant) {
    if (context.word(KERNELS).equals(LEAN)) {
      throw new WorkloadInputException(
          "%s of %s: found kernels=%s, expected kernels=%s"
              .formatted(variant, name(), LEAN, PUBLISHED));
    }
    if (system) {
      throw new WorkloadInputException(
          "%s of %s: found reach=sys, expected reach=gpu".formatted(variant, name()));
    }
    if (variant.endsWith(NONE) && scenario != StealingScenario.BASELINE) {
      throw new WorkloadInputException(
          "%s of %s: found scenario=%s, expected scenario=baseline"
              .formatted(variant, name(), scenario.label()));
    }
  }

  private static boolean reachesSystem(WorkloadContext context) {
    String reach = context.word(REACH.name());
    return reach.equals(REACH.words().getFirst())
        ? context.device().machine().system().gpus() > 1
        : reach.equals(SYSTEM);
  }
}
