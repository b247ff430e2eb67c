package dev.syncopate.model.axiom.barrier;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Barriers at which the same stops meet in every order of the threads. Such a barrier is of one of
 * three kinds. All threads wait for all others, each the same number of times. Or each of a fixed
 * number of threads waits for the others. Or the barrier has no more stops than one meeting takes.
 */
final class SettledBarriers {
  private final Set<String> barriers = new HashSet<>();

  /** Blocks in which it may matter when a thread ends. */
  private final Set<Integer> openEnds = new HashSet<>();

  SettledBarriers(List<List<BarrierArrival>> threads, int[] blocks) {
    Map<String, List<BarrierArrival>> byName =
        threads.stream()
            .flatMap(List::stream)
            .collect(
                Collectors.groupingBy(
                    BarrierArrival::barrier, LinkedHashMap::new, Collectors.toList()));
    byName.forEach((name, stops) -> {
      if (isSettled(stops)) {
        barriers.add(name);
      } else if (stops.stream().anyMatch(stop -> stop.count() == BarrierArrival.ALL)) {
        openEnds.add(blocks[stops.getFirst().thread()]);
      }
    });
  }

  private static boolean isSettled(List<BarrierArrival> stops) {
    long count = stops.getFirst().count();
    if (stops.stream().anyMatch(stop -> stop.count() != count)) {
      return false;
    }
    boolean wait = stops.stream().allMatch(BarrierArrival::waits);
    return count == BarrierArrival.ALL
        ? wait
        : stops.size() <= count || (wait && different(stops, BarrierArrival::thread) <= count);
  }

  private static <T> long different(
      List<BarrierArrival> stops, Function<BarrierArrival, T> property) {
    return stops.stream().map(property).distinct().count();
  }

  boolean at(String barrier) {
    return barriers.contains(barrier);
  }

  /** Whether it is no matter when threads of a block end. */
  boolean endOf(int block) {
    return !openEnds.contains(block);
  }
}
