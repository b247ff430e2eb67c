package dev.syncopate.study.paper.heterosync;

import static dev.syncopate.study.paper.heterosync.HeterosyncConfiguration.DD0;
import static dev.syncopate.study.paper.heterosync.HeterosyncConfiguration.DDH;
import static dev.syncopate.study.paper.heterosync.HeterosyncConfiguration.DDR;
import static dev.syncopate.study.paper.heterosync.HeterosyncConfiguration.GD0;
import static dev.syncopate.study.paper.heterosync.HeterosyncConfiguration.GDR;
import static dev.syncopate.study.paper.heterosync.HeterosyncConfiguration.GH;

import dev.syncopate.study.paper.heterosync.HeterosyncBenchmark.Kind;
import java.util.List;

/**
 * A figure of the paper: benchmarks under configurations.
 *
 * @param id short name
 * @param title one line
 * @param weak whether a unit's work is the same however many there are, or all of it
 * @param columns panels side by side
 */
record HeterosyncFigure(
    String id,
    String title,
    boolean weak,
    List<HeterosyncConfiguration> configurations,
    List<HeterosyncBenchmark> benchmarks,
    int columns) {
  /**
   * The paper's figures. It does not draw GD0 in figure 3, where it says that GD0 is as GH; that is
   * a claim, so it is run.
   */
  static final List<HeterosyncFigure> ALL =
      List.of(
          new HeterosyncFigure(
              "fig2",
              "Weak scaling of local and hybrid scoped synchronisation (fig. 2)",
              true,
              List.of(GD0, GH, DD0, DDH),
              HeterosyncBenchmark.of(Kind.LOCAL_MUTEX, Kind.LOCAL_SEMAPHORE, Kind.BARRIER),
              4),
          new HeterosyncFigure(
              "fig3",
              "Weak scaling of globally scoped synchronisation (fig. 3)",
              true,
              List.of(GD0, GH, DD0, DDH),
              HeterosyncBenchmark.of(Kind.GLOBAL_MUTEX, Kind.GLOBAL_SEMAPHORE),
              3),
          new HeterosyncFigure(
              "fig4",
              "Strong scaling of relaxed atomics (fig. 4)",
              false,
              List.of(GD0, GDR, DD0, DDR, DDH),
              HeterosyncBenchmark.of(Kind.RELAXED),
              4));
}
