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
  private final List<List<Stop>> threads;
  private final int[] blocks;

  RoundMeetings(List<List<Stop>> threads, int[] blocks) {
    this.threads = threads;
    this.blocks = blocks;
  }

  Encounters find() {
    Set<Meeting> meetings = new LinkedHashSet<>();
    for (List<Stop> stops : rounds()) {
      if (stops.stream().noneMatch(Stop::waits)) {
        continue;
      }
      if (stops.stream().anyMatch(stop -> stop.count() > stops.size())) {
        return new Encounters(Set.of(), true);
      }
      boolean needsAll = stops.stream().anyMatch(stop -> stop.count() == Stop.ALL);
      meetings.add(new Meeting(stops, needsAll ? Block.without(blocks, stops) : List.of()));
    }
    return new Encounters(Set.of(meetings), false);
  }

  private Iterable<List<Stop>> rounds() {
    Map<String, List<Stop>> rounds = new LinkedHashMap<>();
    for (List<Stop> thread : threads) {
      Map<String, Integer> times = new HashMap<>();
      for (Stop stop : thread) {
        int time = times.merge(stop.barrier(), 1, Integer::sum);
        rounds.computeIfAbsent(time + " at " + stop.barrier(), _ -> new ArrayList<>()).add(stop);
      }
    }
    return rounds.values();
  }
}
