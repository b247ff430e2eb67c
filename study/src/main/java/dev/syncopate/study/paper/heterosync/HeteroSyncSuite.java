package dev.syncopate.study.paper.heterosync;

import dev.syncopate.study.grid.Coordinate;
import dev.syncopate.study.grid.ResultCell;
import dev.syncopate.study.job.Job;
import dev.syncopate.study.job.JobInput;
import dev.syncopate.study.paper.EvaluationScale;
import dev.syncopate.study.paper.PublishedSuite;
import dev.syncopate.study.paper.StudySetup;
import dev.syncopate.study.paper.StudyVariant;
import dev.syncopate.study.sweep.SweepTask;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The published HeteroSync suite, its programs for GPUs with unified memory ({@code cuda/.../uvm}):
 * those for the paper's simulator hand pageable memory to kernels, and give three operations
 * meanings that no GPU has. The suite has no histograms.
 */
final class HeteroSyncSuite implements PublishedSuite {
  /** By which operation DeNovo's simulator read a relaxed atomic's order. */
  static final String ORDERS =
      "atom.cas=acquire,atom.exch=release,atom.inc=release,atom.dec=release";

  /** Columns. */
  static final String AS_STATED = "programs";

  static final String BY_CONVENTION = "programs, orders";

  static final List<String> NAMES = List.of(AS_STATED, BY_CONVENTION);

  private static final String PRIMITIVES = "allSyncPrims-1kernel";

  /** CTAs of each compute unit, and loads and stores of each thread (Table I). */
  private static final int CTAS = 4;

  private static final int ACCESSES = 10;

  /** Cycles of an iteration that nothing which goes on needs: many times the slowest one's. */
  private static final long MOST_CYCLES = 1_000_000;

  private static final int LEAST_ITERATIONS = 10;

  @Override
  public String home() {
    return "https://github.com/mattsinc/heterosync";
  }

  @Override
  public List<Source> sources() {
    return List.of(
        new Source(PRIMITIVES, "cuda/syncPrims/uvm/main.cu"),
        relaxed("flags"),
        relaxed("refCounter"),
        relaxed("seqlocks"),
        relaxed("splitCounter"));
  }

  private static Source relaxed(String name) {
    return new Source(name, "cuda/relaxedAtomics/uvm/%s/%s.cu".formatted(name, name));
  }

  @Override
  public List<StudyVariant> variants(StudySetup setup, Map<String, Path> programs) {
    return List.of(
        StudyVariant.of(
            AS_STATED,
            "The published programs, whose fences state their orders, in place of our kernels.",
            cells(setup, programs, "")),
        StudyVariant.of(
            BY_CONVENTION,
            "The published programs where a compare-and-swap acquires and an exchange, an increment"
                + " and a decrement release, too, as DeNovo's simulator read them.",
            cells(setup, programs, ORDERS)));
  }

  private static List<ResultCell> cells(
      StudySetup setup, Map<String, Path> programs, String orders) {
    List<ResultCell> cells = new ArrayList<>();
    for (HeterosyncFigure part : HeterosyncFigure.ALL) {
      for (HeterosyncBenchmark benchmark : part.benchmarks()) {
        Path program = programs.get(program(benchmark));
        if (program == null) {
          continue;
        }
        for (HeterosyncConfiguration configuration : part.configurations()) {
          for (int units : HeterosyncMeasurements.UNITS) {
            cells.add(cell(setup, program, benchmark, configuration, orders, units));
          }
        }
      }
    }
    return cells;
  }

  private static ResultCell cell(
      StudySetup setup,
      Path program,
      HeterosyncBenchmark benchmark,
      HeterosyncConfiguration configuration,
      String orders,
      int units) {
    Coordinate coordinate =
        new Coordinate(
            benchmark.label(), configuration.name(), HeterosyncMeasurements.machine(units));
    int iterations = iterations(benchmark, setup.scale());
    List<String> settings = new ArrayList<>(HeteroSyncPaper.SETTINGS);
    settings.add("core.units=" + units); // what the program asks the runtime for
    Job job =
        new Job(
            benchmark.workload() + "-published",
            new JobInput.Program(
                program,
                arguments(benchmark, units, iterations),
                // drf0 takes every atomic for an acquire and a release anyway
                configuration.model().equals("drf0") ? "" : orders,
                MOST_CYCLES * Math.max(LEAST_ITERATIONS, iterations)),
            new TreeMap<>(),
            HeterosyncMeasurements.preset(),
            settings,
            configuration.protocol(),
            configuration.model(),
            setup.seed());
    return new ResultCell(
        coordinate, new SweepTask(coordinate.toString(), job, 10 * benchmark.weight(units)));
  }

  /** Of our kernels at this scale; a program's kernel does as many, and is launched ten times. */
  private static int iterations(HeterosyncBenchmark benchmark, EvaluationScale scale) {
    String size = benchmark.size(scale);
    return benchmark.kind() == HeterosyncBenchmark.Kind.RELAXED || size.equals("table")
        ? 100
        : Integer.parseInt(size);
  }

  /** The program that has a benchmark; null for those that are not public. */
  private static @Nullable String program(HeterosyncBenchmark benchmark) {
    return switch (benchmark) {
      case HG, HG_2K, HG_NO -> null;
      case FLAGS -> "flags";
      case RC -> "refCounter";
      case SL -> "seqlocks";
      case SC -> "splitCounter";
      default -> PRIMITIVES;
    };
  }

  /**
   * Those of Tables I and II; flags has four CTAs on each unit, which must all be there at once.
   */
  private static List<String> arguments(HeterosyncBenchmark benchmark, int units, int iterations) {
    String ctas = Integer.toString(CTAS * units);
    return switch (benchmark) {
      case FLAGS -> List.of(ctas, "32", "16", "4", "0.33", "1", "1");
      case RC -> List.of("32", "64", "32", "4");
      case SL -> List.of("512", "128", "4", "0");
      case SC -> List.of("112", "32");
      default ->
          List.of(
              primitive(benchmark), Integer.toString(ACCESSES), ctas, Integer.toString(iterations));
    };
  }

  /** The name by which the program takes a primitive; Uniq is of each unit. */
  private static String primitive(HeterosyncBenchmark benchmark) {
    return switch (benchmark) {
      case SPM_L -> "spinMutexUniq";
      case SPMBO_L -> "spinMutexEBOUniq";
      case FAM_L -> "faMutexUniq";
      case SLM_L -> "sleepMutexUniq";
      case SPS_L -> "spinSemUniq10";
      case SPSBO_L -> "spinSemEBOUniq10";
      case TB_LG -> "atomicTreeBarrUniq";
      case TBEX_LG -> "atomicTreeBarrUniqLocalExch";
      case LFTB_LG -> "lfTreeBarrUniq";
      case LFTBEX_LG -> "lfTreeBarrUniqLocalExch";
      case SPM_G -> "spinMutex";
      case SPMBO_G -> "spinMutexEBO";
      case FAM_G -> "faMutex";
      case SLM_G -> "sleepMutex";
      case SPS_G -> "spinSem10";
      case SPSBO_G -> "spinSemEBO10";
      default -> throw new IllegalArgumentException(benchmark.label() + " is no primitive");
    };
  }
}
