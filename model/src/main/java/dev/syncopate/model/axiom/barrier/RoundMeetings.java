package dev.syncopate.model.axiom.barrier;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Meetings where a count is a minimum: all threads that come to a barrier meet, each for the same
 * time. Where fewer come than one of them says, or one comes that can do so only after another has
 * left, they hang.
 */
final class RoundMeetings {
  private final List<List<BarrierArrival>> threads;

  RoundMeetings(List<List<BarrierArrival>> threads) {
    this.threads = threads;
  }

  BarrierEncounters find() {
    Set<BarrierMeeting> meetings = new LinkedHashSet<>();
    for (List<BarrierArrival> stops : rounds()) {
      if (stops.stream().noneMatch(BarrierArrival::waits)) {
        continue;
      }
      if (stops.stream().anyMatch(stop -> stop.count() > stops.size())) {
        return new BarrierEncounters(Set.of(), true);
      }
      boolean needsAll = stops.stream().anyMatch(stop -> stop.count() == BarrierArrival.ALL);
      meetings.add(new BarrierMeeting(stops, needsAll ? BarrierGroup.without(stops) : List.of()));
    }
    return new BarrierEncounters(Set.of(meetings), false);
  }

  private Iterable<List<BarrierArrival>> rounds() {
    Map<String, List<BarrierArrival>> rounds = new LinkedHashMap<>();
    for (List<BarrierArrival> thread : threads) {
      Map<String, Integer> times = new HashMap<>();
      for (BarrierArrival stop : thread) {
        int time = times.merge(stop.barrier(), 1, Integer::sum);
        rounds.computeIfAbsent(time + " at " + stop.barrier(), _ -> new ArrayList<>()).add(stop);
      }
    }
    return rounds.values();
  }
}
