package dev.syncopate.study.paper.heterosync;

import dev.syncopate.study.grid.ResultCell;
import dev.syncopate.study.job.JobResult;
import dev.syncopate.study.job.JobResult.Ending;
import dev.syncopate.study.paper.heterosync.HeterosyncBenchmark.Kind;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** A world made up to be as the paper describes it. */
final class AsPublished {
  private AsPublished() {}

  /** A right result with these times and counters. */
  static JobResult result(ResultCell cell, double time, Map<String, Long> statistics) {
    return new JobResult(
        "key",
        cell.task().job().describe(),
        cell.task().job().input().describe(),
        Ending.RIGHT,
        "made up",
        Math.round(time * 1e6),
        1,
        new TreeMap<>(statistics),
        Map.of("readCycles", Math.round(time * 1e6)),
        Map.of(),
        1,
        1,
        "test");
  }

  static JobResult of(ResultCell cell) {
    HeterosyncBenchmark benchmark = benchmark(cell);
    String scenario =
        cell.coordinate().scenario(); // the paper has one reading, and does not say which
    HeterosyncConfiguration configuration =
        scenario.equals(HeterosyncReadings.AT_RELEASE)
            ? HeterosyncConfiguration.DD0
            : HeterosyncConfiguration.valueOf(scenario);
    int units = units(cell);
    double time = time(benchmark, configuration, units);
    return result(cell, time, statistics(benchmark, configuration, units, time));
  }

  static HeterosyncBenchmark benchmark(ResultCell cell) {
    return Arrays.stream(HeterosyncBenchmark.values())
        .filter(benchmark -> benchmark.label().equals(cell.coordinate().subject()))
        .findFirst()
        .orElseThrow();
  }

  static int units(ResultCell cell) {
    return Integer.parseInt(cell.task().job().options().getOrDefault("units", ""));
  }

  /** DDH is as DD0: the paper says nothing of it. */
  static double time(HeterosyncBenchmark benchmark, HeterosyncConfiguration requested, int units) {
    HeterosyncConfiguration configuration =
        requested == HeterosyncConfiguration.DDH ? HeterosyncConfiguration.DD0 : requested;
    return switch (benchmark.kind()) {
      case LOCAL_MUTEX -> localMutex(benchmark, configuration, units);
      case LOCAL_SEMAPHORE -> localSemaphore(benchmark, configuration, units);
      case BARRIER -> barrier(benchmark, configuration, units);
      case GLOBAL_MUTEX -> globalMutex(benchmark, configuration, units);
      case GLOBAL_SEMAPHORE -> globalSemaphore(benchmark, configuration, units);
      case RELAXED -> relaxed(benchmark, configuration, units);
    };
  }

  private static double localMutex(
      HeterosyncBenchmark benchmark, HeterosyncConfiguration configuration, int units) {
    double slow = benchmark == HeterosyncBenchmark.SLM_L ? 1.24 : 1;
    return slow
        * switch (configuration) {
          case GD0 -> 2 * (1 + 0.1 * (units - 1));
          case GH -> 1;
          default -> 1.05;
        };
  }

  private static double localSemaphore(
      HeterosyncBenchmark benchmark, HeterosyncConfiguration configuration, int units) {
    double gh = 1 + 0.02 * (units - 1);
    return switch (configuration) {
      case GD0 -> 2 * (1 + 0.2 * (units - 1));
      case GH -> gh;
      default ->
          benchmark == HeterosyncBenchmark.SPS_L
              ? gh * (units == 4 ? 0.95 : 1.08)
              : gh / (units == 8 ? 0.91 : 0.96);
    };
  }

  private static double barrier(
      HeterosyncBenchmark benchmark, HeterosyncConfiguration configuration, int units) {
    double lockFree =
        benchmark == HeterosyncBenchmark.LFTB_LG || benchmark == HeterosyncBenchmark.LFTBEX_LG
            ? 0.8 - 0.01 * units
            : 1;
    double exchange =
        benchmark == HeterosyncBenchmark.TBEX_LG || benchmark == HeterosyncBenchmark.LFTBEX_LG
            ? 0.9
            : 1;
    return (1 + 0.1 * (units - 1))
        * lockFree
        * switch (configuration) {
          case GD0 -> 1;
          case GH -> 0.95 - 0.005 * units;
          default -> (0.89 - 0.005 * units) * exchange;
        };
  }

  private static double globalMutex(
      HeterosyncBenchmark benchmark, HeterosyncConfiguration configuration, int units) {
    double gh = (1 + 0.5 * (units - 1)) * (benchmark == HeterosyncBenchmark.SPMBO_G ? 1.1 : 1);
    if (configuration != HeterosyncConfiguration.DD0) {
      return gh;
    }
    double part =
        switch (benchmark) {
          case SPM_G -> 0.24;
          case SPMBO_G -> 0.29;
          case FAM_G -> 0.33;
          default -> 0.32;
        };
    return benchmark == HeterosyncBenchmark.SLM_G && units == 15
        ? gh / 2
        : gh * (1 - part * Math.pow(units / 8.0, 0.3));
  }

  private static double globalSemaphore(
      HeterosyncBenchmark benchmark, HeterosyncConfiguration configuration, int units) {
    double part = (units - 1) / 14.0;
    boolean denovo = configuration == HeterosyncConfiguration.DD0;
    double backoff = benchmark == HeterosyncBenchmark.SPS_G ? 0 : denovo ? 0.63 : 0.55;
    return units * (1 - backoff * part) * (denovo ? 1 + 0.08 * part : 1);
  }

  private static double relaxed(
      HeterosyncBenchmark benchmark, HeterosyncConfiguration configuration, int units) {
    boolean denovo =
        configuration == HeterosyncConfiguration.DD0
            || configuration == HeterosyncConfiguration.DDR;
    boolean relaxed =
        configuration == HeterosyncConfiguration.GDR
            || configuration == HeterosyncConfiguration.DDR;
    return switch (benchmark) {
      case FLAGS ->
          barrier(HeterosyncBenchmark.LFTB_LG, HeterosyncConfiguration.GD0, units)
              * (denovo ? 1.1 : 1)
              * (relaxed ? 1 - 0.006 * units : 1);
      case HG_NO -> relaxed ? 0.96 : 1;
      case HG, HG_2K -> histogram(benchmark, denovo, relaxed, units);
      default ->
          Math.pow(units, -0.8)
              * (denovo ? 0.685 : 1)
              * (relaxed ? relaxation(benchmark, denovo, units) : 1);
    };
  }

  private static double relaxation(HeterosyncBenchmark benchmark, boolean denovo, int units) {
    if (benchmark != HeterosyncBenchmark.SC) {
      return benchmark == HeterosyncBenchmark.SL && units == 15 ? 0.98 : 0.97 - 0.005 * units;
    }
    return switch (units) {
      case 1 -> denovo ? 0.8 : 0.9;
      case 2 -> denovo ? 0.75 : 0.85;
      case 4 -> denovo ? 0.64 : 0.78;
      case 8 -> denovo ? 0.66 : 0.92;
      default -> denovo ? 0.68 : 0.95;
    };
  }

  private static double histogram(
      HeterosyncBenchmark benchmark, boolean denovo, boolean relaxed, int units) {
    boolean isHistogram = benchmark == HeterosyncBenchmark.HG;
    double gpu =
        switch (units) {
          case 1 -> 1;
          case 2 -> 0.9;
          case 4 -> 0.6;
          case 8 -> 0.4;
          default -> 0.3;
        };
    if (!denovo) {
      return relaxed ? gpu * 0.99 : gpu;
    }
    return switch (units) {
      case 1 -> 1;
      case 2 -> isHistogram ? (relaxed ? 1.1 : 1.03) : 0.95;
      case 4 -> isHistogram ? 0.8 : 0.7;
      case 8 -> 0.38;
      default -> relaxed ? 0.28 * 0.94 : 0.28;
    };
  }

  private static Map<String, Long> statistics(
      HeterosyncBenchmark benchmark,
      HeterosyncConfiguration configuration,
      int units,
      double time) {
    boolean gpu =
        configuration == HeterosyncConfiguration.GD0
            || configuration == HeterosyncConfiguration.GH
            || configuration == HeterosyncConfiguration.GDR;
    boolean local =
        benchmark.kind() == Kind.LOCAL_MUTEX || benchmark.kind() == Kind.LOCAL_SEMAPHORE;
    boolean backsOff = benchmark.workload().contains("bo-");
    long acquires =
        (benchmark.kind() == Kind.LOCAL_SEMAPHORE ? 2000L : 1000L) * units / (backsOff ? 2 : 1);
    if (benchmark == HeterosyncBenchmark.SPSBO_L) {
      acquires *= 2;
    }
    long l2 =
        !gpu || (local && configuration == HeterosyncConfiguration.GH)
            ? 500L * units
            : 10_000L * units;
    if (benchmark == HeterosyncBenchmark.SLM_G) {
      l2 = gpu ? l2 * 2 : l2 / 2;
    }
    return Map.of(
        "network.messages",
        l2,
        "l1.misses",
        gpu ? 1000L : 2000L,
        "sync.acquires",
        acquires,
        "sync.blockedCycles",
        acquires * (100 + 10 * units),
        "denovo.handedOver",
        acquires * units,
        "l1.stall.mshrs",
        Math.round(units * time * 1e5));
  }
}
