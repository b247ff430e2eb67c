package dev.syncopate.model.axiom.barrier;

import java.util.List;

/**
 * Stops that belong together: none of those who wait goes on before all have arrived.
 *
 * @param stops in the order of their arrivals' numbers
 * @param ended threads that must have ended before, as they take no part
 */
public record BarrierMeeting(List<BarrierArrival> stops, List<Integer> ended) {
  public BarrierMeeting {
    stops = stops.stream().sorted((a, b) -> Integer.compare(a.arrival(), b.arrival())).toList();
    ended = List.copyOf(ended);
  }
}
