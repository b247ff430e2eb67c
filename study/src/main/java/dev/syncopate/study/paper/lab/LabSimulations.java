package dev.syncopate.study.paper.lab;

import dev.syncopate.study.grid.Coordinate;
import dev.syncopate.study.grid.ResultCell;
import dev.syncopate.study.job.GraphCache;
import dev.syncopate.study.job.Job;
import dev.syncopate.study.job.JobInput;
import dev.syncopate.study.paper.EvaluationScale;
import dev.syncopate.study.paper.StudySetup;
import dev.syncopate.study.sweep.SweepTask;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Simulations of the study. */
final class LabSimulations {
  /** Lines of the buffers of figures 8 and 9, and of BWC at full scale. */
  private static final List<Integer> FEW = List.of(8, 64, 256);

  /** Lines of the buffers of whole networks at full scale: 8 KiB "is often sufficient" (§I). */
  private static final List<Integer> NETWORKS = List.of(8, 64);

  /** A graph with this many vertices, or its reduction, is what a quick study runs at 100%. */
  private static final int QUICK_VERTICES = 24_000;

  /** The same for one round of PageRank, which costs little. */
  private static final int QUICK_VERTICES_RANKED = 100_000;

  /** Fills of the machine by CTAs of a launch that run at full scale. */
  private static final int WAVES = 1;

  /**
   * By what CCA's first graph is divided at full scale: it still has more vertices than the next.
   */
  private static final int CCA_DIVISOR = 4;

  /** Layers of a kind that run of a network at full scale. */
  private static final int LAYERS = 1;

  /** By what images and channels are divided at quick scale. */
  private static final int SHRINK = 12;

  private static final String MODEL = "hrf";
  private static final String ATOMIC = "atomic";
  private static final String COMMUTATIVE = "commutative";
  private static final String VARIANT = "variant";

  private final StudySetup setup;
  private final List<ResultCell> cells = new ArrayList<>();

  LabSimulations(StudySetup setup) {
    this.setup = setup;
  }

  List<ResultCell> cells() {
    benchmarks();
    for (LabBenchmark benchmark : LabBenchmark.LEVELLED) {
      for (int i = 1; i < LabBenchmark.LEVELS.size(); i++) {
        Workload workload = workload(benchmark, i);
        String subject = benchmark.label(LabBenchmark.LEVELS.get(i));
        add(subject, workload, LabConfiguration.BASE);
        FEW.forEach(lines -> add(subject, workload, LabConfiguration.lab(lines)));
      }
    }
    for (LabBenchmark benchmark : LabBenchmark.ANALYTICS) {
      Workload workload = workload(benchmark, 0);
      for (int lines : FEW) {
        add(benchmark.name(), workload, LabConfiguration.withoutReuse(lines));
        add(benchmark.name(), workload, LabConfiguration.withoutBurst(lines));
      }
    }
    int levels = setup.scale() == EvaluationScale.FULL ? 1 : LabBenchmark.LEVELS.size();
    for (int i = 0; i < levels; i++) {
      Workload workload = labels(i);
      String subject = LabelPropagation.subject(LabBenchmark.LEVELS.get(i));
      LabelPropagation.CONFIGURATIONS.forEach(
          configuration -> add(subject, workload, configuration));
    }
    for (ShortSums.Atomics atomics : ShortSums.Atomics.values()) {
      for (int pixels : ShortSums.PIXELS) {
        String subject = ShortSums.subject(pixels, atomics);
        Workload workload = shortSums(pixels);
        ShortSums.configurations(atomics)
            .forEach(configuration -> add(atomics.reading(), subject, workload, configuration));
      }
    }
    for (PlainCode code : PlainCode.values()) {
      Workload workload = plain(code);
      code.configurations().forEach(configuration -> add(code.workload(), workload, configuration));
    }
    for (int bins : Crossover.BINS) {
      for (LabBenchmark histogram : List.of(LabBenchmark.H, LabBenchmark.HS)) {
        String subject = Crossover.subject(histogram, bins);
        Workload workload = histogram(histogram, bins);
        add(subject, workload, LabConfiguration.BASE);
        if (histogram == LabBenchmark.H) {
          add(subject, workload, Crossover.SMALL_LAB);
          add(subject, workload, Crossover.LAB);
        }
      }
    }
    return cells;
  }

  private void benchmarks() {
    for (LabBenchmark benchmark : LabBenchmark.values()) {
      Workload workload = workload(benchmark, 0);
      boolean isFull =
          setup.scale() == EvaluationScale.QUICK || benchmark.kind() != LabBenchmark.Kind.TRAINING;
      (isFull ? LabConfiguration.ALL : sampled(benchmark.isNetwork() ? NETWORKS : FEW))
          .forEach(configuration -> add(benchmark.name(), workload, configuration));
      if (isFull) {
        LabReadings.all().forEach(configuration -> add(benchmark.name(), workload, configuration));
        add(benchmark.name(), workload, LabConfiguration.LAZY_PHI);
      }
      if (isFull || !benchmark.isNetwork()) {
        for (AtomicsReading reading : AtomicsReading.OTHERS) {
          AtomicsReading.configurations(benchmark)
              .forEach(configuration ->
                  add(reading, reading.subject(benchmark), workload, configuration));
        }
      }
    }
  }

  /**
   * What is simulated of training at full scale, where launches are sampled: unlimited buffers, of
   * which a sample flushes too little, and other caches are not.
   */
  private static List<LabConfiguration> sampled(List<Integer> buffers) {
    List<LabConfiguration> configurations = new ArrayList<>(List.of(LabConfiguration.BASE));
    buffers.forEach(lines -> configurations.add(LabConfiguration.lab(lines)));
    configurations.addAll(List.of(LabConfiguration.HLRC, LabConfiguration.PHI));
    return configurations;
  }

  /**
   * A plain code; at full scale the paper's input, or for the longest a part of it that still fills
   * the machine.
   */
  private Workload plain(PlainCode code) {
    if (setup.scale() == EvaluationScale.QUICK) {
      return new Workload(
          code.workload(),
          new JobInput.Generated("small"),
          code.hasAtomics() ? Map.of(ATOMIC, COMMUTATIVE) : Map.of());
    }
    String size =
        switch (code) {
          case GAUSSIAN -> "512";
          case NW -> "4096";
          case BFS -> "large";
          case SRAD -> "1024";
          case LAVAMD -> "large";
          default -> "full";
        };
    Map<String, String> options = new TreeMap<>();
    if (code.hasAtomics()) {
      options.put(ATOMIC, COMMUTATIVE);
    }
    if (code == PlainCode.PATHFINDER) {
      options.put("rows", "41"); // two launches of twenty
    }
    return new Workload(code.workload(), new JobInput.Generated(size), options);
  }

  /** Workload of a benchmark. */
  private record Workload(String name, JobInput input, Map<String, String> options) {}

  private void add(String subject, Workload workload, LabConfiguration configuration) {
    add(AtomicsReading.AWAITED, subject, workload, configuration);
  }

  private void add(
      AtomicsReading reading, String subject, Workload workload, LabConfiguration configuration) {
    Coordinate coordinate = new Coordinate(subject, configuration.label(), LabMeasurements.MACHINE);
    Job job =
        new Job(
            workload.name(),
            workload.input(),
            new TreeMap<>(workload.options()),
            LabMeasurements.MACHINE,
            reading.of(configuration).settings(),
            configuration.protocol(),
            MODEL,
            setup.seed());
    double cost =
        SimulationCost.of(setup.scale(), workload.name(), workload.input(), workload.options());
    cells.add(new ResultCell(coordinate, new SweepTask(coordinate.toString(), job, cost)));
  }

  /**
   * @param level index of {@link LabBenchmark#LEVELS}
   */
  private Workload workload(LabBenchmark benchmark, int level) {
    return switch (benchmark.kind()) {
      case HISTOGRAM -> histogram(benchmark, Crossover.BINS.getFirst());
      case GRAPH -> graph(benchmark, level);
      case CUTS ->
          new Workload(
              benchmark.workload(),
              new JobInput.Generated(setup.scale() == EvaluationScale.FULL ? "full" : "medium"),
              commutative("sample", 8));
      case TRAINING -> training(benchmark);
    };
  }

  private Workload histogram(LabBenchmark benchmark, int bins) {
    return new Workload(
        benchmark.workload(),
        new JobInput.Generated(setup.scale() == EvaluationScale.FULL ? "large" : "256K"),
        Map.of(
            "pixels",
            "picture",
            ATOMIC,
            benchmark == LabBenchmark.H ? COMMUTATIVE : "shared",
            "bins",
            Integer.toString(bins)));
  }

  private Workload graph(LabBenchmark benchmark, int level) {
    int factor =
        setup.scale() == EvaluationScale.FULL
            ? benchmark == LabBenchmark.CCA && level == 0 ? CCA_DIVISOR : 1
            : Math.max(
                1,
                GraphCache.vertices(benchmark.inputs().getFirst())
                    / (benchmark == LabBenchmark.PR ? QUICK_VERTICES_RANKED : QUICK_VERTICES));
    String name = benchmark.inputs().get(level);
    return new Workload(
        benchmark.workload(),
        new JobInput.Named(factor > 1 ? name + "/" + factor : name, setup.datasets()),
        rounds(benchmark));
  }

  /**
   * The region of interest, by the workloads' options. Of many rounds those are simulated that are
   * evenly spread over all, so that ratios of times need no weights. PageRank's rounds are alike.
   */
  private Map<String, String> rounds(LabBenchmark benchmark) {
    boolean full = setup.scale() == EvaluationScale.FULL;
    return switch (benchmark) {
      case BC -> commutative("sample", 20);
      case CCA -> hooking();
      case CLR -> commutative("sample", full ? 8 : 4);
      case MIS -> commutative("sample", full ? 0 : 4);
      case SSSP -> commutative("sample", full ? 8 : 6);
      default -> commutative("iterations", full ? 2 : 1);
    };
  }

  /** Every round: there are few, and the first is unlike the others. */
  private static Map<String, String> hooking() {
    Map<String, String> options = new TreeMap<>(commutative("sample", 0));
    options.put(VARIANT, "hooking");
    return options;
  }

  /** CCA by its other algorithm. */
  private Workload labels(int level) {
    Workload hooking = workload(LabBenchmark.CCA, level);
    Map<String, String> options =
        new TreeMap<>(commutative("sample", setup.scale() == EvaluationScale.FULL ? 6 : 3));
    options.put(VARIANT, "labels");
    return new Workload(hooking.name(), hooking.input(), options);
  }

  private static Map<String, String> commutative(String option, int rounds) {
    return Map.of(ATOMIC, COMMUTATIVE, option, Integer.toString(rounds));
  }

  private Workload training(LabBenchmark benchmark) {
    boolean full = setup.scale() == EvaluationScale.FULL;
    Map<String, String> options = new TreeMap<>(Map.of(ATOMIC, COMMUTATIVE));
    if (!benchmark.inputs().isEmpty()) {
      options.put("net", benchmark.inputs().getFirst());
    }
    if (full) {
      options.put("waves", Integer.toString(WAVES));
    } else {
      options.put("shrink", Integer.toString(SHRINK));
    }
    if (benchmark == LabBenchmark.RN) {
      options.put("layers", "atomic");
    } else if (full && benchmark.isNetwork()) {
      options.put("layers", "distinct"); // of a whole iteration no launch can be sampled
    }
    if (full && benchmark.isNetwork()) {
      options.put("most", Integer.toString(LAYERS));
    }
    // TY's time is in launches that stream through its large images, and that run whole.
    String images = !full ? "2" : benchmark == LabBenchmark.TY ? "8" : "full";
    if (full) {
      options.put("shrink", "1");
    }
    return new Workload(benchmark.workload(), new JobInput.Generated(images), options);
  }

  /** BWC of two images whose pixels fill the machine, at full scale four times as many. */
  private Workload shortSums(int pixels) {
    Map<String, String> options = new TreeMap<>(Map.of(ATOMIC, COMMUTATIVE));
    options.put("split", Integer.toString(pixels));
    options.put("shrink", setup.scale() == EvaluationScale.FULL ? "2" : "4");
    return new Workload(LabBenchmark.BWC.workload(), new JobInput.Generated("2"), options);
  }

  static List<String> facts(StudySetup setup) {
    String lines = String.join(", ", FEW.stream().map(String::valueOf).toList());
    return List.of(
        "Machine: %s (the paper's Table I); consistency model hrf."
            .formatted(LabMeasurements.MACHINE),
        "A warp's next memory instruction waits until its atomic is performed"
            + " (l1.relaxedAtomics=awaited), as warps of the paper's simulator do; two figures have the"
            + " other readings.",
        "A slice of the L2 updates up to eight words of a line in a cycle, and a unit may have 512 writes"
            + " unanswered; figures behind the paper's have other readings, too.",
        "PHI fetches with every write (mechanisms.phi.fetch=on-every-write), as §IV-B says; figure 10 has both readings.",
        "Buffers take their SRAM from the L1, as the paper's; one of 256 lines would be all of it and"
            + " takes it from shared memory.",
        "Figures 8 and 9 are about buffers of %s lines.".formatted(lines),
        "Plain GPU codes: %d of the paper's %d, written from their published algorithms."
            .formatted(PlainCode.values().length, 21),
        switch (setup.scale()) {
          case FULL ->
              "Scale full: the paper's inputs, but for these. Histograms are of 4 Mi pixels of a picture"
                  + " of that shape. CCA's first graph has a quarter of its vertices, which are still more"
                  + " than those of the graph that the paper counts as 75% of the GPU. gaussian and nw"
                  + " have half of the rows, srad and lavamd half of the sides, bfs a quarter of the vertices,"
                  + " pathfinder 41 of 100 rows; TY trains on 8 images. Of many rounds 8 are simulated (BC 20), evenly spread."
                  + " Of a network's layers of a kind (convolutions, say) the one in the middle of the kind's"
                  + " work runs, by itself, and of each of its products and sums by atomics as many CTAs as"
                  + " fill the machine once, in two halves in the middle of each half of its grid (fewer of"
                  + " CTAs that add more than 256 terms); of products without atomics whose sums have more"
                  + " than 1,024 terms two launches of 128 and 384 tell what the others take. What they"
                  + " count is multiplied by the CTAs there are for each that runs, each other fill takes as"
                  + " long as a CTA is there, and all is multiplied by the kind's work over the layer's;"
                  + " docs/use/dnn.md has the error. Networks are simulated with buffers of 8 and 64 lines, BWC"
                  + " with those of figures 8 and 9, and both with hLRC and PHI; other caches, unlimited buffers, PHI's lazy fetch, and for networks other"
                  + " readings of atomics are in the quick study only. A name that ends in -like is a"
                  + " generated stand-in, where the original's file was not at hand.";
          case QUICK ->
              "Scale quick: graphs of one benchmark are all reduced by the same factor, in their names,"
                  + " so that the levels of utilisation keep their order; histograms and plain codes are"
                  + " small; networks train on two images, with images and channels divided by %d."
                      .formatted(SHRINK)
                  + " What is reduced has less locality to find and less contention.";
        },
        "Every answer was compared with a reference computed on the host.");
  }
}
