package dev.syncopate.workload.catalogue;

import dev.syncopate.workload.heterosync.Sharing;
import dev.syncopate.workload.heterosync.barrier.BarrierKind;
import dev.syncopate.workload.heterosync.barrier.TreeBarrier;
import dev.syncopate.workload.heterosync.mutex.Mutex;
import dev.syncopate.workload.heterosync.mutex.MutexKind;
import dev.syncopate.workload.heterosync.relaxed.Flags;
import dev.syncopate.workload.heterosync.relaxed.GlobalHistogram;
import dev.syncopate.workload.heterosync.relaxed.ReferenceCounters;
import dev.syncopate.workload.heterosync.relaxed.Seqlocks;
import dev.syncopate.workload.heterosync.relaxed.SplitCounters;
import dev.syncopate.workload.heterosync.semaphore.Semaphore;
import dev.syncopate.workload.heterosync.tree.TreeSearch;
import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.suite.Suite;
import dev.syncopate.workload.suite.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The suite {@code heterosync}: what its paper's Tables I and II list, in their order, and tree
 * search.
 */
final class HeterosyncSuite {
  static final List<Workload> ALL = all();

  static final Suite SUITE =
      new Suite(
          "heterosync",
          ALL,
          "heterosync-15cu",
          "medium",
          Map.of("units", "8"),
          List.of(),
          List.of());

  private HeterosyncSuite() {}

  private static List<Workload> all() {
    List<Workload> workloads = new ArrayList<>();
    for (MutexKind kind : MutexKind.values()) {
      for (Sharing sharing : Sharing.values()) {
        workloads.add(new Mutex(kind, sharing));
      }
    }
    for (boolean backsOff : new boolean[] {false, true}) {
      for (Sharing sharing : Sharing.values()) {
        workloads.add(new Semaphore(backsOff, sharing));
      }
    }
    for (BarrierKind kind : BarrierKind.values()) {
      workloads.add(new TreeBarrier(kind));
    }
    KernelLibrary kernels = KernelLibrary.bundled();
    workloads.add(new Flags(kernels));
    workloads.add(GlobalHistogram.small(kernels));
    workloads.add(GlobalHistogram.large(kernels));
    workloads.add(GlobalHistogram.read(kernels));
    workloads.add(new ReferenceCounters(kernels));
    workloads.add(new Seqlocks(kernels));
    workloads.add(new SplitCounters(kernels));
    workloads.add(new TreeSearch(kernels));
    return List.copyOf(workloads);
  }
}
