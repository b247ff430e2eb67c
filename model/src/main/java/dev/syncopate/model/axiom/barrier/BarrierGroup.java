package dev.syncopate.model.axiom.barrier;

import java.util.List;

/** Threads that a barrier is for: a block's, or a subgroup's. */
final class BarrierGroup {
  private BarrierGroup() {}

  /** The threads of the group of some stops that make none of them. */
  static List<Integer> without(List<BarrierArrival> stops) {
    return stops.getFirst().group().stream()
        .filter(thread -> stops.stream().noneMatch(stop -> stop.thread() == thread))
        .toList();
  }
}
