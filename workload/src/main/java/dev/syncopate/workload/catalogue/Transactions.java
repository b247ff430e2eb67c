package dev.syncopate.workload.catalogue;

import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.suite.Suite;
import dev.syncopate.workload.suite.Workload;
import dev.syncopate.workload.transaction.Bank;
import dev.syncopate.workload.transaction.Clusters;
import dev.syncopate.workload.transaction.HashTable;
import dev.syncopate.workload.transaction.SortedList;
import dev.syncopate.workload.transaction.TripleHistogram;
import dev.syncopate.workload.transaction.WorkQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The suite {@code transactions}: critical sections on shared memory, those of the paper first. */
final class Transactions {
  static final List<Workload> ALL = all();

  static final Suite SUITE =
      new Suite(
          "transactions",
          ALL,
          "southern-islands",
          "small",
          Map.of("variant", "tx"),
          List.of("gpu"),
          List.of("hrf"));

  private Transactions() {}

  private static List<Workload> all() {
    KernelLibrary kernels = KernelLibrary.bundled();
    List<Workload> all = new ArrayList<>(HashTable.all(kernels));
    all.add(new Bank(kernels));
    all.add(new SortedList(kernels));
    all.add(new WorkQueue(kernels));
    all.add(new TripleHistogram(kernels));
    all.add(new Clusters(kernels));
    return List.copyOf(all);
  }
}
