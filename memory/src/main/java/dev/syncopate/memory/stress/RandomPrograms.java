package dev.syncopate.memory.stress;

import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.rig.Rig;
import dev.syncopate.memory.stress.RaceFreeProgram.Access;
import dev.syncopate.memory.stress.RaceFreeProgram.Barrier;
import dev.syncopate.memory.stress.RaceFreeProgram.Episode;
import dev.syncopate.memory.stress.RaceFreeProgram.Location;
import dev.syncopate.memory.stress.RaceFreeProgram.Mode;
import dev.syncopate.memory.stress.RaceFreeProgram.Phase;
import dev.syncopate.memory.stress.RaceFreeProgram.What;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/** Makes random programs. */
final class RandomPrograms {
  private static final List<Mode> PLAIN =
      List.of(Mode.WIDE_LOCK, Mode.WORK_GROUP_LOCK, Mode.PRIVATE, Mode.READ_ONLY);
  private static final List<Mode> WITH_PROMOTION =
      List.of(
          Mode.WIDE_LOCK, Mode.WORK_GROUP_LOCK, Mode.PRIVATE, Mode.READ_ONLY, Mode.PROMOTED_LOCK);

  /** Accesses of all threads to words of the special kinds, a third of all accesses. */
  private static final List<What> RELAXED =
      List.of(
          What.TICKET,
          What.TILE_TICKET,
          What.TRY_TICKET,
          What.TRY_TILE_TICKET,
          What.COUNT,
          What.WATCH,
          What.POST,
          What.PEEK,
          What.STORE_OWN,
          What.SWAP_OWN,
          What.SWAP_IN_VAIN,
          What.SWAP_IN_VAIN);

  private static final List<What> WITH_COMMUTATIVE =
      Stream.concat(RELAXED.stream(), Stream.generate(() -> What.COMMUTE).limit(4)).toList();

  /** No program has more. */
  private static final int THREADS = 64;

  private RandomPrograms() {}

  /**
   * Makes a program.
   *
   * @param tiles of all GPUs together
   * @param promotion whether with remote operations
   * @param commutative whether with commutative atomics
   * @param fewWords whether a few words, most of which all threads read, are all locations
   */
  static RaceFreeProgram make(
      RandomGenerator random,
      int gpus,
      int tiles,
      int threadsPerTile,
      boolean promotion,
      boolean commutative,
      boolean fewWords) {
    int groups = fewWords ? 1 + random.nextInt(2) : 2 + random.nextInt(5);
    List<Location> locations = fewWords ? few(random, groups) : locations(random, groups);
    List<Mode> kinds = new ArrayList<>(promotion ? WITH_PROMOTION : PLAIN);
    if (fewWords) {
      kinds.addAll(Collections.nCopies(4 * kinds.size(), Mode.READ_ONLY));
    }
    List<Phase> phases = new ArrayList<>();
    int count = 1 + random.nextInt(4);
    for (int i = 0; i < count; i++) {
      List<What> relaxed = fewWords ? List.of() : commutative ? WITH_COMMUTATIVE : RELAXED;
      phases.add(
          phase(random, gpus, tiles, threadsPerTile, groups, locations, kinds, promotion, relaxed));
    }
    return new RaceFreeProgram(gpus, tiles, threadsPerTile, groups, locations, phases);
  }

  private static List<Location> locations(RandomGenerator random, int groups) {
    List<Location> locations = new ArrayList<>();
    int lines = 2 + random.nextInt(40);
    for (int line = 0; line < lines; line++) {
      for (int offset = 0; offset < 128; ) {
        int bytes = 1 << random.nextInt(4);
        int elements = random.nextInt(4) == 0 ? 2 : 1;
        int total = bytes * elements;
        offset = (offset + total - 1) & -total;
        if (offset + total <= 128 && random.nextInt(3) == 0) {
          locations.add(
              new Location(
                  Rig.BASE + 128L * line + offset, bytes, elements, random.nextInt(groups)));
        }
        offset += total;
      }
    }
    return locations;
  }

  /** Words of which most are alone in lines that evict one another from small caches. */
  private static List<Location> few(RandomGenerator random, int groups) {
    List<Location> locations = new ArrayList<>();
    int lines = 3 + random.nextInt(2);
    long stride = 256L << random.nextInt(2);
    for (int line = 0; line < lines; line++) {
      int words = random.nextInt(4) == 0 ? 2 : 1;
      for (int word = 0; word < words; word++) {
        long address = Rig.BASE + stride * line + 4L * word;
        locations.add(new Location(address, 4, 1, random.nextInt(groups)));
      }
    }
    return locations;
  }

  private static Phase phase(
      RandomGenerator random,
      int gpus,
      int tiles,
      int threadsPerTile,
      int groups,
      List<Location> locations,
      List<Mode> kinds,
      boolean promotion,
      List<What> relaxed) {
    List<Mode> modes = new ArrayList<>();
    List<Integer> owners = new ArrayList<>();
    for (int group = 0; group < groups; group++) {
      Mode mode = kinds.get(random.nextInt(kinds.size()));
      if (gpus > 1 && mode == Mode.WIDE_LOCK && random.nextBoolean()) {
        mode = promotion && random.nextBoolean() ? Mode.PROMOTED_GPU_LOCK : Mode.GPU_LOCK;
      }
      modes.add(mode);
      owners.add(
          switch (mode) {
            case WORK_GROUP_LOCK, PROMOTED_LOCK -> random.nextInt(tiles);
            case GPU_LOCK, PROMOTED_GPU_LOCK -> random.nextInt(gpus);
            case WIDE_LOCK, PRIVATE, READ_ONLY -> random.nextInt(tiles * threadsPerTile);
          });
    }
    List<Episode> episodes = new ArrayList<>();
    int count = random.nextInt(tiles * threadsPerTile * 6) + 1;
    for (int i = 0; i < count; i++) {
      int group = random.nextInt(groups);
      int thread =
          switch (modes.get(group)) {
            case WIDE_LOCK, READ_ONLY, PROMOTED_LOCK, PROMOTED_GPU_LOCK ->
                random.nextInt(tiles * threadsPerTile);
            case GPU_LOCK -> {
              int threads = tiles * threadsPerTile / gpus;
              yield owners.get(group) * threads + random.nextInt(threads);
            }
            case WORK_GROUP_LOCK ->
                owners.get(group) * threadsPerTile + random.nextInt(threadsPerTile);
            case PRIVATE -> owners.get(group);
          };
      episodes.add(
          new Episode(
              thread,
              group,
              random.nextInt(4) == 0 ? random.nextInt(200) : 0,
              accesses(random, gpus, group, modes.get(group), locations, relaxed)));
    }
    boolean representativesOnly = random.nextBoolean();
    Barrier barrier =
        promotion && random.nextInt(3) == 0
            ? Barrier.REMOTE
            : representativesOnly ? Barrier.REPRESENTATIVES : Barrier.ALL;
    return new Phase(modes, owners, episodes, barrier);
  }

  private static List<Access> accesses(
      RandomGenerator random,
      int gpus,
      int group,
      Mode mode,
      List<Location> locations,
      List<What> relaxed) {
    List<Integer> groupIndices = new ArrayList<>();
    for (int i = 0; i < locations.size(); i++) {
      if (locations.get(i).group() == group) {
        groupIndices.add(i);
      }
    }
    List<Access> accesses = new ArrayList<>();
    int count = 1 + random.nextInt(8);
    for (int i = 0; i < count; i++) {
      int dice = random.nextInt(3 * RELAXED.size());
      if (dice < relaxed.size()) {
        accesses.add(onWord(random, gpus, relaxed.get(dice)));
      } else if (!groupIndices.isEmpty()) {
        int index = groupIndices.get(random.nextInt(groupIndices.size()));
        accesses.add(access(random, gpus, mode, index, locations.get(index)));
      }
    }
    return accesses;
  }

  private static Access onWord(RandomGenerator random, int gpus, What kind) {
    return switch (kind) {
      case COMMUTE ->
          new Access(
              kind,
              random.nextInt(CommutativeWords.COUNT),
              random.nextLong(),
              Order.RELAXED,
              Scope.GPU);
      case SWAP_OWN, SWAP_IN_VAIN -> {
        Order order = random.nextInt(4) == 0 ? Order.ACQ_REL : Order.RELAXED;
        yield new Access(kind, random.nextInt(THREADS), 0, order, scope(random, gpus));
      }
      default -> new Access(kind, 0, 0, Order.RELAXED, Scope.GPU);
    };
  }

  private static Scope scope(RandomGenerator random, int gpus) {
    Scope scope = random.nextBoolean() ? Scope.CTA : Scope.GPU;
    return gpus > 1 && random.nextInt(3) == 0 ? Scope.SYS : scope;
  }

  private static Access access(
      RandomGenerator random, int gpus, Mode mode, int index, Location location) {
    Order order = random.nextInt(4) == 0 ? Order.RELAXED : Order.WEAK;
    Scope scope = scope(random, gpus);
    if (mode == Mode.READ_ONLY || random.nextBoolean()) {
      return new Access(What.LOAD, index, 0, order, scope);
    }
    boolean word = location.elements() == 1 && location.bytes() >= 4;
    return word && random.nextInt(3) == 0
        ? new Access(What.ADD, index, random.nextLong(), Order.RELAXED, scope)
        : new Access(What.STORE, index, random.nextLong(), order, scope);
  }
}
