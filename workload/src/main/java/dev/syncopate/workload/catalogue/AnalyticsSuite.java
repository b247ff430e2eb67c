package dev.syncopate.workload.catalogue;

import dev.syncopate.workload.analytics.PictureCut;
import dev.syncopate.workload.analytics.PushWorkload;
import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.suite.Suite;
import dev.syncopate.workload.suite.Workload;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The suite {@code analytics}: algorithms that push along the arcs of graphs and pictures. */
final class AnalyticsSuite {
  static final List<Workload> ALL =
      Stream.concat(PushWorkload.all(KernelLibrary.bundled()).stream(), Stream.of(new PictureCut()))
          .toList();

  static final Suite SUITE =
      new Suite(
              "analytics",
              ALL,
              "titanv-80sm",
              "small",
              Map.of("atomic", "commutative"),
              List.of("gpu", "gpu+lab8", "gpu+lab64", "phi", "hlrc", "denovo"),
              List.of("hrf"))
          .awaitingAtomics();

  private AnalyticsSuite() {}
}
