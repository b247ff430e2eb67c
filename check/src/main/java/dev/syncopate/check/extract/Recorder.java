package dev.syncopate.check.extract;

import dev.syncopate.check.order.NoteKinds;
import dev.syncopate.check.race.HandOver;
import dev.syncopate.check.race.Listener;
import dev.syncopate.check.race.Race;
import dev.syncopate.machine.warp.Grid;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Records the launches of a run as a check of races watches them, and keeps an excerpt of each race
 * and of each way in which conflicting accesses were ordered.
 */
public final class Recorder {
  /** Races, and hand-overs, of which excerpts are kept. */
  private static final int MOST = 200;

  private final int unitsPerGpu;
  private final boolean ctaScopeIsUnit;
  private final Map<Race, RecordingCut> races = new LinkedHashMap<>();
  private final Map<HandOver, RecordingCut> unordered = new LinkedHashMap<>();
  private final List<List<Excerpt>> handOvers = new ArrayList<>();
  private final Set<List<Integer>> ways = new HashSet<>();

  /**
   * @param unitsPerGpu compute units that {@code .gpu} scope takes in
   * @param ctaScopeIsUnit whether {@code .cta} scope takes in all CTAs of a compute unit
   */
  public Recorder(int unitsPerGpu, boolean ctaScopeIsUnit) {
    this.unitsPerGpu = unitsPerGpu;
    this.ctaScopeIsUnit = ctaScopeIsUnit;
  }

  /** Records a launch: what {@code RaceDetector.listen} takes. */
  public Listener launched(Grid grid, NoteKinds notes) {
    return new LaunchRecorder(grid, unitsPerGpu, ctaScopeIsUnit, this, notes);
  }

  boolean hasRoom() {
    return races.size() < MOST;
  }

  void raced(Race race, RecordingCut cut) {
    races.put(race, cut);
  }

  boolean hasRoomForUnordered() {
    return unordered.size() < MOST;
  }

  void unordered(HandOver handOver, RecordingCut cut) {
    unordered.put(handOver, cut);
  }

  void handedOver(List<Excerpt> excerpts) {
    if (handOvers.size() < MOST && ways.add(excerpts.getFirst().way())) {
      handOvers.add(excerpts);
    }
  }

  /**
   * The excerpts of a race, the likeliest first.
   *
   * @param race as it was found; how often does not matter
   */
  public RecordingCut race(Race race) {
    return races.getOrDefault(
        race.counted(1),
        RecordingCut.failed("only the first " + MOST + " races of a run are kept for excerpts"));
  }

  /**
   * The excerpts of a hand-over without order, the likeliest first.
   *
   * @param handOver as it was found; how often does not matter
   */
  public RecordingCut unordered(HandOver handOver) {
    return unordered.getOrDefault(
        handOver.counted(1),
        RecordingCut.failed("only the first " + MOST + " of a run are kept for excerpts"));
  }

  /**
   * Excerpts for each way in which conflicting accesses were ordered: by releases and acquires, by
   * fences or by barriers. The ways are in the order in which they were seen; the first excerpt of
   * each is the likeliest to show it.
   */
  public List<List<Excerpt>> handOvers() {
    return List.copyOf(handOvers);
  }
}
