package dev.syncopate.study.paper.heterosync;

import static dev.syncopate.study.paper.heterosync.Configuration.DD0;
import static dev.syncopate.study.paper.heterosync.Configuration.DDH;
import static dev.syncopate.study.paper.heterosync.Configuration.DDR;
import static dev.syncopate.study.paper.heterosync.Configuration.GD0;
import static dev.syncopate.study.paper.heterosync.Configuration.GDR;
import static dev.syncopate.study.paper.heterosync.Configuration.GH;

import dev.syncopate.study.paper.heterosync.Benchmark.Kind;
import java.util.List;

/**
 * A figure of the paper: benchmarks under configurations.
 *
 * @param id short name
 * @param title one line
 * @param weak whether a unit's work is the same however many there are, or all of it
 * @param columns panels side by side
 */
record Part(
    String id,
    String title,
    boolean weak,
    List<Configuration> configurations,
    List<Benchmark> benchmarks,
    int columns) {
  /**
   * The paper's figures. It does not draw GD0 in figure 3, where it says that GD0 is as GH; that is
   * a claim, so it is run.
   */
  static final List<Part> ALL =
      List.of(
          new Part(
              "fig2",
              "Weak scaling of local and hybrid scoped synchronisation (fig. 2)",
              true,
              List.of(GD0, GH, DD0, DDH),
              Benchmark.of(Kind.LOCAL_MUTEX, Kind.LOCAL_SEMAPHORE, Kind.BARRIER),
              4),
          new Part(
              "fig3",
              "Weak scaling of globally scoped synchronisation (fig. 3)",
              true,
              List.of(GD0, GH, DD0, DDH),
              Benchmark.of(Kind.GLOBAL_MUTEX, Kind.GLOBAL_SEMAPHORE),
              3),
          new Part(
              "fig4",
              "Strong scaling of relaxed atomics (fig. 4)",
              false,
              List.of(GD0, GDR, DD0, DDR, DDH),
              Benchmark.of(Kind.RELAXED),
              4));
}
