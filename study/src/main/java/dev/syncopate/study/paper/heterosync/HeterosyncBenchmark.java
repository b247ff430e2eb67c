package dev.syncopate.study.paper.heterosync;

import dev.syncopate.study.paper.EvaluationScale;
import java.util.Arrays;
import java.util.List;

/** A micro-benchmark of the paper's Tables I and II, in the order of its figures. */
enum HeterosyncBenchmark {
  SPM_L("spm-l", Kind.LOCAL_MUTEX),
  SPMBO_L("spmbo-l", Kind.LOCAL_MUTEX),
  FAM_L("fam-l", Kind.LOCAL_MUTEX),
  SLM_L("slm-l", Kind.LOCAL_MUTEX),
  SPS_L("sps-l", Kind.LOCAL_SEMAPHORE),
  SPSBO_L("spsbo-l", Kind.LOCAL_SEMAPHORE),
  TB_LG("tb-lg", Kind.BARRIER),
  TBEX_LG("tbex-lg", Kind.BARRIER),
  LFTB_LG("lftb-lg", Kind.BARRIER),
  LFTBEX_LG("lftbex-lg", Kind.BARRIER),
  SPM_G("spm-g", Kind.GLOBAL_MUTEX),
  SPMBO_G("spmbo-g", Kind.GLOBAL_MUTEX),
  FAM_G("fam-g", Kind.GLOBAL_MUTEX),
  SLM_G("slm-g", Kind.GLOBAL_MUTEX),
  SPS_G("sps-g", Kind.GLOBAL_SEMAPHORE),
  SPSBO_G("spsbo-g", Kind.GLOBAL_SEMAPHORE),
  FLAGS("flags", Kind.RELAXED),
  HG("hg", Kind.RELAXED),
  HG_2K("hg-2k", Kind.RELAXED),
  HG_NO("hg-no", Kind.RELAXED),
  SC("sc", Kind.RELAXED),
  RC("rc", Kind.RELAXED),
  SL("sl", Kind.RELAXED);

  /** Kind of a benchmark. */
  enum Kind {
    LOCAL_MUTEX,
    LOCAL_SEMAPHORE,
    BARRIER,
    GLOBAL_MUTEX,
    GLOBAL_SEMAPHORE,
    RELAXED
  }

  private final String workload;
  private final Kind kind;

  HeterosyncBenchmark(String workload, Kind kind) {
    this.workload = workload;
    this.kind = kind;
  }

  /** The workload's name here. */
  String workload() {
    return workload;
  }

  Kind kind() {
    return kind;
  }

  /** The paper's name. */
  String label() {
    return switch (this) {
      case FLAGS -> "Flags";
      case HG_2K -> "HG-2K";
      case HG_NO -> "HG-NO";
      default -> name();
    };
  }

  /** Those of some kinds, in the paper's order. */
  static List<HeterosyncBenchmark> of(Kind... kinds) {
    List<Kind> chosenKinds = Arrays.asList(kinds);
    return Arrays.stream(values())
        .filter(benchmark -> chosenKinds.contains(benchmark.kind))
        .toList();
  }

  /**
   * The workload's size: that of the paper's table, or at quick scale fewer iterations of the same.
   * Weak scaling: ten of the table's hundred, and five where all compute units want one variable
   * and most of the simulation is failing tries. Strong scaling: all of it, since the number of
   * CTAs is the point; {@code sl}, which is long, at half.
   */
  String size(EvaluationScale scale) {
    if (scale == EvaluationScale.FULL) {
      return "table";
    }
    return switch (kind) {
      case LOCAL_MUTEX, LOCAL_SEMAPHORE, BARRIER -> "10";
      case GLOBAL_MUTEX, GLOBAL_SEMAPHORE -> "5";
      case RELAXED -> this == SL ? "5" : "table";
    };
  }

  /** About what a simulation on so many units costs at full scale, in any unit. */
  double weight(int units) {
    return switch (kind) {
      case LOCAL_MUTEX, LOCAL_SEMAPHORE, BARRIER -> 0.06 * units;
      case GLOBAL_MUTEX -> 0.04 * units * units;
      case GLOBAL_SEMAPHORE -> 0.1 * units * units;
      case RELAXED -> 0.6;
    };
  }
}
