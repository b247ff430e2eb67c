package dev.syncopate.check.race;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The races that were found, each pair of instructions once. */
final class RaceLog {
  /** A pair of instructions of a kernel. */
  record Key(String kernel, boolean shared, int earlier, int later, Race.Kind kind) {}

  /** Pairs that are kept; a program with more has other worries. */
  static final int MOST = 1000;

  private final Map<Key, Race> races = new LinkedHashMap<>();
  private final Map<Key, Long> counts = new LinkedHashMap<>();

  private long dropped;

  /** Whether a pair is there already, or there is no room for it; counts it then. */
  boolean again(Key key) {
    if (counts.computeIfPresent(key, (pair, count) -> count + 1) != null) {
      return true;
    }
    boolean full = counts.size() == MOST;
    dropped += full ? 1 : 0;
    return full;
  }

  void add(Key key, Race race) {
    races.put(key, race);
    counts.put(key, race.count());
  }

  List<Race> races() {
    List<Race> all = new ArrayList<>();
    races.forEach((key, race) -> all.add(race.counted(counts.getOrDefault(key, 1L))));
    return all;
  }

  /** How often pairs raced for which there was no room. */
  long dropped() {
    return dropped;
  }
}
