package dev.syncopate.study.paper.localtm;

import dev.syncopate.study.grid.ResultGrid;
import dev.syncopate.study.job.JobResult;

/** Measured values by the study's names. What was not measured is NaN. */
record LocaltmMeasurements(ResultGrid grid) {
  /** The machine of §II. */
  static final String MACHINE = "southern-islands";

  /** Work-items of a wavefront (§II). */
  static final int WAVEFRONT_WIDTH = 64;

  /** Execution time in cycles. */
  double time(LocaltmProgram program, LocaltmScenario scenario) {
    return grid.measure(program.label(), scenario.label(), MACHINE, JobResult::cycles);
  }

  /** How many times as long the other one takes. */
  double speedup(LocaltmProgram program, LocaltmScenario scenario, LocaltmScenario reference) {
    return time(program, reference) / time(program, scenario);
  }

  /** Speed-up over one thread at a time. */
  double speedup(LocaltmProgram program, LocaltmScenario scenario) {
    return speedup(program, scenario, LocaltmScenario.SERIAL);
  }

  /**
   * Cycles in which the threads of a table's work-group insert, the rest of the kernel left out.
   */
  double inserting(LocaltmProgram table, LocaltmScenario scenario) {
    return counter(table, scenario, "events.cycles");
  }

  /** Speed-up of inserting alone. */
  double insertingSpeedup(
      LocaltmProgram table, LocaltmScenario scenario, LocaltmScenario reference) {
    return inserting(table, reference) / inserting(table, scenario);
  }

  double counter(LocaltmProgram program, LocaltmScenario scenario, String name) {
    return grid.measure(
        program.label(), scenario.label(), MACHINE, result -> result.statistic(name));
  }

  /** A part of transactions' cycles over all cycles of the kernel, of which one unit runs all. */
  double share(LocaltmProgram program, LocaltmScenario scenario, Part part) {
    return counter(program, scenario, part.counter) / time(program, scenario);
  }

  /** All parts together. */
  double overhead(LocaltmProgram program, LocaltmScenario scenario) {
    double sum = 0;
    for (Part part : Part.values()) {
      sum += share(program, scenario, part);
    }
    return sum;
  }

  /** Transactions that committed while their lane ran alone, over all. */
  double serialised(LocaltmProgram program, LocaltmScenario scenario) {
    return counter(program, scenario, "tx.serialised") / counter(program, scenario, "tx.commits");
  }

  /** What transactions spend cycles on (fig. 2b). */
  enum Part {
    VERSIONING("versioning", "tx.versioningCycles"),
    DETECTION("conflict detection", "tx.detectionCycles"),
    CLEANUP("commit clean-up", "tx.cleanupCycles");

    private final String words;
    private final String counter;

    Part(String words, String counter) {
      this.words = words;
      this.counter = counter;
    }

    String words() {
      return words;
    }

    String counter() {
      return counter;
    }
  }
}
