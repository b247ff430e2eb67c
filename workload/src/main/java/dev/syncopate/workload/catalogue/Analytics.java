package dev.syncopate.workload.catalogue;

import dev.syncopate.workload.analytics.PushWorkload;
import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.suite.Suite;
import dev.syncopate.workload.suite.Workload;
import java.util.List;
import java.util.Map;

/** The suite {@code analytics}: algorithms that push along a graph's arcs. */
final class Analytics {
  static final List<Workload> ALL = List.copyOf(PushWorkload.all(KernelLibrary.bundled()));

  static final Suite SUITE =
      new Suite(
          "analytics",
          ALL,
          "titanv-80sm",
          "small",
          Map.of("atomic", "commutative"),
          List.of("gpu", "gpu-lab8", "gpu-lab64", "phi", "hlrc", "denovo"),
          List.of("hrf"));

  private Analytics() {}
}
