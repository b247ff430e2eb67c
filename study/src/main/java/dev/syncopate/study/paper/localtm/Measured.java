package dev.syncopate.study.paper.localtm;

import dev.syncopate.study.grid.Grid;
import dev.syncopate.study.job.JobResult;

/** What came out, by the study's names. What was not measured is NaN. */
record Measured(Grid grid) {
  /** The machine of §II. */
  static final String MACHINE = "southern-islands";

  /** Work-items of a wavefront (§II). */
  static final int WAVEFRONT_WIDTH = 64;

  /** Execution time in cycles. */
  double time(Program program, Scenario scenario) {
    return grid.measure(program.label(), scenario.label(), MACHINE, JobResult::cycles);
  }

  /** How many times as long the other one takes. */
  double speedup(Program program, Scenario scenario, Scenario reference) {
    return time(program, reference) / time(program, scenario);
  }

  /** Speed-up over one thread at a time. */
  double speedup(Program program, Scenario scenario) {
    return speedup(program, scenario, Scenario.SERIAL);
  }

  /**
   * Cycles in which the threads of a table's work-group insert, the rest of the kernel left out.
   */
  double inserting(Program table, Scenario scenario) {
    return counter(table, scenario, "events.cycles");
  }

  /** Speed-up of inserting alone. */
  double insertingSpeedup(Program table, Scenario scenario, Scenario reference) {
    return inserting(table, reference) / inserting(table, scenario);
  }

  double counter(Program program, Scenario scenario, String name) {
    return grid.measure(
        program.label(), scenario.label(), MACHINE, result -> result.statistic(name));
  }

  /** A part of transactions' cycles over all cycles of the kernel, of which one unit runs all. */
  double share(Program program, Scenario scenario, Part part) {
    return counter(program, scenario, part.counter) / time(program, scenario);
  }

  /** All parts together. */
  double overhead(Program program, Scenario scenario) {
    double sum = 0;
    for (Part part : Part.values()) {
      sum += share(program, scenario, part);
    }
    return sum;
  }

  /** Transactions that committed while their lane ran alone, over all. */
  double serialised(Program program, Scenario scenario) {
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
