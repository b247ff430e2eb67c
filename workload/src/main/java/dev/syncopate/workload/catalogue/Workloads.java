package dev.syncopate.workload.catalogue;

import dev.syncopate.workload.atomics.Histogram;
import dev.syncopate.workload.basic.Reduction;
import dev.syncopate.workload.basic.VectorAdd;
import dev.syncopate.workload.dnn.BackwardConvolution;
import dev.syncopate.workload.dnn.NetworkTraining;
import dev.syncopate.workload.heterosync.SpinMutex;
import dev.syncopate.workload.heterosync.mutex.CpuGpuLock;
import dev.syncopate.workload.pannotia.Coloring;
import dev.syncopate.workload.pannotia.IndependentSet;
import dev.syncopate.workload.pannotia.PageRankPull;
import dev.syncopate.workload.pannotia.PageRankPush;
import dev.syncopate.workload.pannotia.ShortestPaths;
import dev.syncopate.workload.suite.Suite;
import dev.syncopate.workload.suite.Workload;
import dev.syncopate.workload.suite.WorkloadOption;
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
          new NetworkTraining());
  private static final List<Workload> ALL =
      Stream.of(
              SINGLE,
              HeterosyncSuite.ALL,
              AnalyticsSuite.ALL,
              ClassicSuite.ALL,
              TransactionSuite.ALL)
          .flatMap(List::stream)
          .toList();

  private static final List<Workload> ATOMICS =
      ALL.stream().filter(Workloads::updatesCommutatively).toList();

  private Workloads() {}

  private static boolean updatesCommutatively(Workload workload) {
    return workload.options().stream()
        .anyMatch(option ->
            option instanceof WorkloadOption.Choice choice
                && choice.name().equals("atomic")
                && choice.words().contains("commutative"));
  }

  /** Every workload, in the order of the documentation. */
  public static List<Workload> all() {
    return ALL;
  }

  /** In the order of the documentation. */
  public static List<Suite> suites() {
    return List.of(
        HeterosyncSuite.SUITE,
        AnalyticsSuite.SUITE,
        ClassicSuite.SUITE,
        TransactionSuite.SUITE,
        atomics());
  }

  /** What updates by commutative atomics. */
  private static Suite atomics() {
    return new Suite(
            "atomics",
            ATOMICS,
            "titanv-80sm",
            "small",
            Map.of("atomic", "commutative"),
            List.of("gpu", "gpu+lab8", "gpu+lab64", "phi", "hlrc", "denovo"),
            List.of("hrf"))
        .awaitingAtomics();
  }

  /** The suite of that name. */
  public static Optional<Suite> suite(String name) {
    return suites().stream().filter(suite -> suite.name().equals(name)).findFirst();
  }

  /** The workload of that name. */
  public static Optional<Workload> find(String name) {
    return ALL.stream().filter(workload -> workload.name().equals(name)).findFirst();
  }
}
