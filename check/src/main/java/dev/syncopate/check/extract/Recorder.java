package dev.syncopate.check.extract;

import dev.syncopate.check.order.NoteKinds;
import dev.syncopate.check.race.HandOver;
import dev.syncopate.check.race.InstructionPair;
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
  private final List<StoreBuffers> storeBuffers = new ArrayList<>();
  private final int waysOfPair;
  private final Map<InstructionPair, PairLog> pairs = new LinkedHashMap<>();

  /** Ways in which accesses of two instructions were ordered. */
  private static final class PairLog {
    final Map<List<Integer>, List<Excerpt>> ways = new LinkedHashMap<>();
    String problem = "";
    int fruitless;
  }

  /** Accesses of two instructions in a row that give no new way until no more are looked at. */
  private static final int FRUITLESS = 4;

  /** Pairs of instructions that are looked at. */
  private static final int MOST_PAIRS = 2000;

  /**
   * @param unitsPerGpu compute units that {@code .gpu} scope takes in
   * @param ctaScopeIsUnit whether {@code .cta} scope takes in all CTAs of a compute unit
   * @param waysOfPair ways of ordering that are recorded for two instructions; none records races
   *     alone, more than one records store buffering as well
   */
  public Recorder(int unitsPerGpu, boolean ctaScopeIsUnit, int waysOfPair) {
    this.unitsPerGpu = unitsPerGpu;
    this.ctaScopeIsUnit = ctaScopeIsUnit;
    this.waysOfPair = waysOfPair;
  }

  /** Records a launch: what {@code RaceDetector.listen} takes. */
  public Listener launched(Grid grid, NoteKinds notes) {
    StoreBuffers launchBuffers = null;
    if (waysOfPair > 1 && storeBuffers.size() < MOST) {
      launchBuffers = new StoreBuffers(grid);
      storeBuffers.add(launchBuffers);
    }
    return new LaunchRecorder(grid, unitsPerGpu, ctaScopeIsUnit, this, launchBuffers, notes);
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

  /** Whether it records how conflicting accesses are ordered, and not races alone. */
  boolean recordsOrder() {
    return waysOfPair > 0;
  }

  /** Whether to look at how accesses of two instructions are ordered. */
  boolean asks(InstructionPair instructions) {
    PairLog log = pairs.get(instructions);
    return log == null
        ? pairs.size() < MOST_PAIRS
        : log.fruitless < FRUITLESS && log.ways.size() < waysOfPair;
  }

  /** What was cut out for accesses of two instructions that were ordered. */
  void ordered(InstructionPair instructions, RecordingCut cut) {
    PairLog log = pairs.computeIfAbsent(instructions, _ -> new PairLog());
    List<Excerpt> excerpts = cut.excerpts();
    if (excerpts.isEmpty()) {
      log.problem = cut.problem().isEmpty() ? "how they were ordered was not found" : cut.problem();
      log.fruitless++;
      return;
    }
    List<Integer> way = excerpts.getFirst().way();
    log.fruitless = log.ways.putIfAbsent(way, excerpts) == null ? 0 : log.fruitless + 1;
    if (handOvers.size() < MOST && ways.add(way)) {
      handOvers.add(excerpts);
    }
  }

  /**
   * Excerpts of store buffering (SB): two threads that each write one word and, behind {@code
   * fence.sc}, read the word that the other writes. The first step of a thread is its write, the
   * last one its read. None is recorded for one way a pair.
   */
  public List<Excerpt> storeBuffers() {
    return storeBuffers.stream().flatMap(launch -> launch.excerpts().stream()).limit(MOST).toList();
  }

  /** How accesses that conflict were ordered, by the two instructions. */
  public List<OrderedPair> orderedPairs() {
    return pairs.entrySet().stream()
        .map(entry -> {
          PairLog log = entry.getValue();
          return new OrderedPair(
              entry.getKey(),
              List.copyOf(log.ways.values()),
              log.ways.size() < waysOfPair,
              log.problem);
        })
        .toList();
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
