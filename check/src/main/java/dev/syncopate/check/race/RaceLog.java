package dev.syncopate.check.race;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The races that were found, each pair of instructions once. */
final class RaceLog {
  /** A pair of instructions of a kernel; those of one {@link SourceSites site} are one. */
  record Key(String kernel, boolean shared, int earlier, int later, Race.Kind kind) {}

  /** Pairs that are kept; a program with more has other worries. */
  static final int MOST = 1000;

  private final Map<Key, Race> races = new LinkedHashMap<>();
  private final Map<Key, Long> counts = new LinkedHashMap<>();

  private long dropped;

  /** Distance of the threads of a pair: the farther, the more a repair must do. */
  enum Distance {
    WARP,
    CTA,
    GRID
  }

  private final Map<Key, Distance> farthest = new HashMap<>();

  /**
   * Whether a pair is there already with threads no nearer to each other, or there is no room for
   * it; counts it in either case.
   */
  boolean again(Key key, Distance distance) {
    Long count = counts.computeIfPresent(key, (pair, times) -> times + 1);
    if (count != null) {
      return farthest.getOrDefault(key, Distance.GRID).compareTo(distance) >= 0;
    }
    boolean full = counts.size() == MOST;
    dropped += full ? 1 : 0;
    return full;
  }

  /** Adds a pair, or puts it in the place of one whose threads are nearer to each other. */
  void add(Key key, Distance distance, Race race) {
    races.put(key, race);
    farthest.put(key, distance);
    counts.putIfAbsent(key, race.count());
  }

  List<Race> races() {
    List<Race> countedRaces = new ArrayList<>();
    races.forEach((key, race) -> countedRaces.add(race.counted(counts.getOrDefault(key, 1L))));
    return countedRaces;
  }

  /** How often pairs raced for which there was no room. */
  long dropped() {
    return dropped;
  }
}
