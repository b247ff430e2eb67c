package dev.syncopate.study.paper.heterosync;

import static dev.syncopate.study.paper.heterosync.Configuration.DD0;
import static dev.syncopate.study.paper.heterosync.Configuration.DDH;
import static dev.syncopate.study.paper.heterosync.Configuration.DDR;
import static dev.syncopate.study.paper.heterosync.Configuration.GD0;
import static dev.syncopate.study.paper.heterosync.Configuration.GDR;
import static dev.syncopate.study.paper.heterosync.Configuration.GH;

import dev.syncopate.study.paper.heterosync.Benchmark.Kind;
import java.util.List;

/** A figure of the paper: benchmarks under configurations. */
enum Part {
  LOCAL(
      "fig2",
      "Weak scaling of local and hybrid scoped synchronisation (fig. 2)",
      List.of(GD0, GH, DD0, DDH),
      4,
      Kind.LOCAL_MUTEX,
      Kind.LOCAL_SEMAPHORE,
      Kind.BARRIER),
  /** The paper does not draw GD0, which it says is as GH; that is a claim, so it is run. */
  GLOBAL(
      "fig3",
      "Weak scaling of globally scoped synchronisation (fig. 3)",
      List.of(GD0, GH, DD0, DDH),
      3,
      Kind.GLOBAL_MUTEX,
      Kind.GLOBAL_SEMAPHORE),
  RELAXED(
      "fig4",
      "Strong scaling of relaxed atomics (fig. 4)",
      List.of(GD0, GDR, DD0, DDR, DDH),
      4,
      Kind.RELAXED);

  private final String id;
  private final String title;
  private final List<Configuration> configurations;
  private final int columns;
  private final List<Benchmark> benchmarks;

  Part(
      String id,
      String title,
      List<Configuration> configurations,
      int columns,
      Kind... kinds) {
    this.id = id;
    this.title = title;
    this.configurations = configurations;
    this.columns = columns;
    benchmarks = Benchmark.of(kinds);
  }

  String id() {
    return id;
  }

  String title() {
    return title;
  }

  List<Configuration> configurations() {
    return configurations;
  }

  /** Panels side by side. */
  int columns() {
    return columns;
  }

  List<Benchmark> benchmarks() {
    return benchmarks;
  }
}
