package dev.syncopate.workload.catalogue;

import dev.syncopate.workload.heterosync.Sharing;
import dev.syncopate.workload.heterosync.barrier.BarrierKind;
import dev.syncopate.workload.heterosync.barrier.TreeBarrier;
import dev.syncopate.workload.heterosync.mutex.Mutex;
import dev.syncopate.workload.heterosync.mutex.MutexKind;
import dev.syncopate.workload.heterosync.semaphore.Semaphore;
import dev.syncopate.workload.suite.Workload;
import java.util.ArrayList;
import java.util.List;

/** The suite {@code heterosync}: what its paper's Tables I and II list, in their order. */
final class Heterosync {
  static final List<Workload> ALL = all();

  private Heterosync() {}

  private static List<Workload> all() {
    List<Workload> all = new ArrayList<>();
    for (MutexKind kind : MutexKind.values()) {
      for (Sharing sharing : Sharing.values()) {
        all.add(new Mutex(kind, sharing));
      }
    }
    for (boolean backsOff : new boolean[] {false, true}) {
      for (Sharing sharing : Sharing.values()) {
        all.add(new Semaphore(backsOff, sharing));
      }
    }
    for (BarrierKind kind : BarrierKind.values()) {
      all.add(new TreeBarrier(kind));
    }
    return List.copyOf(all);
  }
}
