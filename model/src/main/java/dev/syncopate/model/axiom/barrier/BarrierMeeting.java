package dev.syncopate.model.axiom.barrier;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Stops that belong together: none of those who wait goes on before all have arrived.
 *
 * @param stops in the order of their arrivals' numbers
 * @param ended threads that must have ended before, as they take no part
 * @param late stops that arrive when all of these have arrived already, and pass; in the order of
 *     their arrivals' numbers
 */
public record BarrierMeeting(
    List<BarrierArrival> stops, List<Integer> ended, List<BarrierArrival> late) {
  private static final Comparator<BarrierArrival> ORDER =
      Comparator.comparingInt(BarrierArrival::arrival);

  public BarrierMeeting {
    stops = stops.stream().sorted(ORDER).toList();
    ended = List.copyOf(ended);
    late = late.stream().sorted(ORDER).toList();
  }

  /** Of a barrier that starts anew when it is complete. */
  public BarrierMeeting(List<BarrierArrival> stops, List<Integer> ended) {
    this(stops, ended, List.of());
  }

  BarrierMeeting withLate(BarrierArrival stop) {
    List<BarrierArrival> allLate = new ArrayList<>(late);
    allLate.add(stop);
    return new BarrierMeeting(stops, ended, allLate);
  }
}
