package dev.syncopate.study.paper.heterosync;

import dev.syncopate.study.paper.Case;

/** Cases by the names of what was measured. */
final class Places {
  private Places() {}

  static Case of(Benchmark benchmark, Configuration configuration, int units, double value) {
    return new Case(benchmark.label() + " " + configuration + " " + units, value);
  }

  static Case of(Benchmark benchmark, Configuration configuration, double value) {
    return new Case(benchmark.label() + " " + configuration, value);
  }

  static Case of(Benchmark benchmark, int units, double value) {
    return new Case(benchmark.label() + " " + units, value);
  }
}
