package dev.syncopate.workload.catalogue;

import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.suite.Suite;
import dev.syncopate.workload.suite.Workload;
import dev.syncopate.workload.suite.WorkloadAlternative;
import dev.syncopate.workload.transaction.BankTransfers;
import dev.syncopate.workload.transaction.Clusters;
import dev.syncopate.workload.transaction.HashTable;
import dev.syncopate.workload.transaction.SortedList;
import dev.syncopate.workload.transaction.TripleHistogram;
import dev.syncopate.workload.transaction.WorkQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The suite {@code transactions}: critical sections on shared memory, those of the paper first. */
final class TransactionSuite {
  static final List<Workload> ALL = all();

  static final Suite SUITE =
      new Suite(
          "transactions",
          ALL,
          "southern-islands",
          "small",
          Map.of(),
          List.of(),
          List.of("gpu"),
          List.of("hrf"),
          List.of(
              way("serial", "serial"),
              way("tx", "tx"),
              way("tx rw", "tx", "tx.conflicts=rw"),
              way("tx lazy", "tx", "tx.versioning=lazy"),
              way("tx rest", "tx", "tx.serialise=rest"),
              way("fallback", "fallback"),
              way("fallback rw", "fallback", "tx.conflicts=rw"),
              way("coarse", "coarse"),
              way("locks", "locks"),
              way("atomics", "atomics")));

  private TransactionSuite() {}

  private static WorkloadAlternative way(String name, String variant, String... settings) {
    return new WorkloadAlternative(name, Map.of("variant", variant), List.of(settings));
  }

  private static List<Workload> all() {
    KernelLibrary kernels = KernelLibrary.bundled();
    List<Workload> workloads = new ArrayList<>(HashTable.all(kernels));
    workloads.add(new BankTransfers(kernels));
    workloads.add(new SortedList(kernels));
    workloads.add(new WorkQueue(kernels));
    workloads.add(new TripleHistogram(kernels));
    workloads.add(new Clusters(kernels));
    return List.copyOf(workloads);
  }
}
