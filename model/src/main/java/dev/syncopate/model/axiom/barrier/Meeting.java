package dev.syncopate.model.axiom.barrier;

import java.util.List;

/**
 * Stops that belong together: none of those who wait goes on before all have arrived.
 *
 * @param stops in the order of their arrivals' numbers
 * @param ended threads that must have ended before, as they take no part
 */
public record Meeting(List<Stop> stops, List<Integer> ended) {
  public Meeting {
    stops = stops.stream().sorted((a, b) -> Integer.compare(a.arrival(), b.arrival())).toList();
    ended = List.copyOf(ended);
  }
}
