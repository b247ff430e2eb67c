package dev.syncopate.workload.catalogue;

import dev.syncopate.workload.atomics.Histogram;
import dev.syncopate.workload.basic.Reduction;
import dev.syncopate.workload.basic.VectorAdd;
import dev.syncopate.workload.dnn.BackwardConvolution;
import dev.syncopate.workload.dnn.Training;
import dev.syncopate.workload.heterosync.SpinMutex;
import dev.syncopate.workload.heterosync.mutex.CpuGpuLock;
import dev.syncopate.workload.pannotia.Coloring;
import dev.syncopate.workload.pannotia.IndependentSet;
import dev.syncopate.workload.pannotia.PageRankPull;
import dev.syncopate.workload.pannotia.PageRankPush;
import dev.syncopate.workload.pannotia.ShortestPaths;
import dev.syncopate.workload.suite.Workload;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The workloads that come with the program. */
public final class Workloads {
  private static final List<Workload> SINGLE =
      List.of(
          new VectorAdd(),
          new Reduction(),
          new Histogram(),
          new SpinMutex(),
          new PageRankPush(),
          new ShortestPaths(),
          new Coloring(),
          new IndependentSet(),
          new PageRankPull(),
          new CpuGpuLock(),
          new BackwardConvolution(),
          new Training());
  private static final List<Workload> ALL =
      Stream.of(SINGLE, Heterosync.ALL).flatMap(List::stream).toList();

  private Workloads() {}

  /** Every workload, in the order of the documentation. */
  public static List<Workload> all() {
    return ALL;
  }

  /** The workloads of each suite, in the order of the documentation. */
  public static Map<String, List<Workload>> suites() {
    return Map.of("heterosync", Heterosync.ALL);
  }

  /** The workload of that name. */
  public static Optional<Workload> find(String name) {
    return ALL.stream().filter(workload -> workload.name().equals(name)).findFirst();
  }
}
