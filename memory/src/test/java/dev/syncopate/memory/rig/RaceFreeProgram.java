package dev.syncopate.memory.rig;

import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * A program that is free of data races by construction. Memory is cut into locations of 1 to 16
 * bytes, dealt at random into groups, so that neighbours in a line belong to different groups. In
 * every phase a group is guarded by a lock of the widest scope, by one of component scope within
 * one of several GPUs, by a lock of work-group scope within one tile, by such a lock that outsiders
 * take with remote operations, private to one thread, or read-only. A barrier over all threads lies
 * between phases: each thread may take part itself, or one of each tile for the others, which
 * follow it at work-group scope.
 */
public record RaceFreeProgram(
    int gpus,
    int tiles,
    int threadsPerTile,
    int groups,
    List<Location> locations,
    List<Phase> phases) {

  private static final List<Mode> PLAIN =
      List.of(Mode.WIDE_LOCK, Mode.WORK_GROUP_LOCK, Mode.PRIVATE, Mode.READ_ONLY);
  private static final List<Mode> WITH_PROMOTION =
      List.of(
          Mode.WIDE_LOCK, Mode.WORK_GROUP_LOCK, Mode.PRIVATE, Mode.READ_ONLY, Mode.PROMOTED_LOCK);

  /** Elements of {@code bytes} each, contiguous. */
  public record Location(long address, int bytes, int elements, int group) {}

  /** How a group may be used. */
  public enum Mode {
    /** For everybody: of component scope on one GPU, of system scope on several. */
    WIDE_LOCK,
    WORK_GROUP_LOCK,
    PRIVATE,
    READ_ONLY,
    /** Of one tile at work-group scope; others, and at times that tile, use it remotely. */
    PROMOTED_LOCK,
    /** Of one of several GPUs, at component scope. */
    GPU_LOCK,
    /** The same; other GPUs use it remotely at system scope. */
    PROMOTED_GPU_LOCK
  }

  /**
   * @param modes by group
   * @param owners by group: the tile, thread or GPU that may use it, where its mode asks for one
   * @param viaRepresentatives how the barrier at its end is done
   */
  public record Phase(
      List<Mode> modes, List<Integer> owners, List<Episode> episodes, boolean viaRepresentatives) {}

  /** Accesses of one thread to one group, under its lock when it has one. */
  public record Episode(int thread, int group, int delay, List<Access> accesses) {}

  /** One access. */
  public enum What {
    LOAD(true),
    STORE(true),
    /** An atomic addition to a location of 4 or 8 bytes, its result checked. */
    ADD(true),
    /** A relaxed atomic addition of 1 at the widest scope, each value given out once. */
    TICKET(false),
    /** As TICKET, but at work-group scope to a word of the tile. */
    TILE_TICKET(false),
    /** An addition of 1 at the widest scope without result. */
    COUNT(false);

    /** Whether it accesses one of the program's locations. */
    private final boolean onLocation;

    What(boolean onLocation) {
      this.onLocation = onLocation;
    }
  }

  /**
   * @param location its index
   * @param value to store or add
   * @param order WEAK or RELAXED; the location's guard orders what matters
   */
  public record Access(What what, int location, long value, Order order, Scope scope) {}

  /** Makes a program without remote operations. */
  public static RaceFreeProgram random(RandomGenerator random, int tiles, int threadsPerTile) {
    return random(random, tiles, threadsPerTile, false);
  }

  /**
   * Makes a program.
   *
   * @param promotion whether with remote operations
   */
  public static RaceFreeProgram random(
      RandomGenerator random, int tiles, int threadsPerTile, boolean promotion) {
    return random(random, 1, tiles, threadsPerTile, promotion);
  }

  /**
   * Makes a program for several GPUs.
   *
   * @param tiles of all of them together
   */
  public static RaceFreeProgram random(
      RandomGenerator random, int gpus, int tiles, int threadsPerTile, boolean promotion) {
    int groups = 2 + random.nextInt(5);
    List<Location> locations = locations(random, groups);
    List<Phase> phases = new ArrayList<>();
    int count = 1 + random.nextInt(4);
    for (int i = 0; i < count; i++) {
      phases.add(phase(random, gpus, tiles, threadsPerTile, groups, locations, promotion));
    }
    return new RaceFreeProgram(gpus, tiles, threadsPerTile, groups, locations, phases);
  }

  private static List<Location> locations(RandomGenerator random, int groups) {
    List<Location> locations = new ArrayList<>();
    int lines = 2 + random.nextInt(40);
    for (int line = 0; line < lines; line++) {
      for (int at = 0; at < 128; ) {
        int bytes = 1 << random.nextInt(4);
        int elements = random.nextInt(4) == 0 ? 2 : 1;
        int total = bytes * elements;
        at = (at + total - 1) & -total;
        if (at + total <= 128 && random.nextInt(3) == 0) {
          locations.add(
              new Location(Rig.BASE + 128L * line + at, bytes, elements, random.nextInt(groups)));
        }
        at += total;
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
      List<Location> all,
      boolean promotion) {
    List<Mode> kinds = promotion ? WITH_PROMOTION : PLAIN;
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
              accesses(random, gpus, group, modes.get(group), all)));
    }
    return new Phase(modes, owners, episodes, random.nextBoolean());
  }

  private static List<Access> accesses(
      RandomGenerator random, int gpus, int group, Mode mode, List<Location> all) {
    List<Integer> own = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i).group() == group) {
        own.add(i);
      }
    }
    List<Access> accesses = new ArrayList<>();
    int count = 1 + random.nextInt(8);
    for (int i = 0; i < count; i++) {
      int dice = random.nextInt(20);
      if (dice < 3) {
        What what = dice == 0 ? What.TICKET : dice == 1 ? What.TILE_TICKET : What.COUNT;
        accesses.add(new Access(what, 0, 0, Order.RELAXED, Scope.GPU));
      } else if (!own.isEmpty()) {
        int index = own.get(random.nextInt(own.size()));
        accesses.add(access(random, gpus, mode, index, all.get(index)));
      }
    }
    return accesses;
  }

  private static Access access(
      RandomGenerator random, int gpus, Mode mode, int index, Location location) {
    Order order = random.nextInt(4) == 0 ? Order.RELAXED : Order.WEAK;
    Scope scope = random.nextBoolean() ? Scope.CTA : Scope.GPU;
    if (gpus > 1 && random.nextInt(3) == 0) {
      scope = Scope.SYS;
    }
    if (mode == Mode.READ_ONLY || random.nextBoolean()) {
      return new Access(What.LOAD, index, 0, order, scope);
    }
    boolean word = location.elements() == 1 && location.bytes() >= 4;
    return word && random.nextInt(3) == 0
        ? new Access(What.ADD, index, random.nextLong(), Order.RELAXED, scope)
        : new Access(What.STORE, index, random.nextLong(), order, scope);
  }

  /**
   * Every program that lacks one phase, one episode or one access of this one, largest cuts first.
   */
  public List<RaceFreeProgram> smaller() {
    List<RaceFreeProgram> result = new ArrayList<>();
    for (int p = 0; p < phases.size(); p++) {
      result.add(withPhase(p, null));
    }
    for (int p = 0; p < phases.size(); p++) {
      Phase phase = phases.get(p);
      int size = phase.episodes().size();
      for (int chunk = Math.max(1, size / 2); chunk >= 1; chunk /= 2) {
        for (int from = 0; from + chunk <= size; from += chunk) {
          List<Episode> fewer = new ArrayList<>(phase.episodes());
          fewer.subList(from, from + chunk).clear();
          result.add(withPhase(p, withEpisodes(phase, fewer)));
        }
      }
    }
    for (int p = 0; p < phases.size(); p++) {
      Phase phase = phases.get(p);
      for (int e = 0; e < phase.episodes().size(); e++) {
        Episode episode = phase.episodes().get(e);
        for (int a = 0; a < episode.accesses().size(); a++) {
          List<Access> fewer = new ArrayList<>(episode.accesses());
          fewer.remove(a);
          List<Episode> episodes = new ArrayList<>(phase.episodes());
          episodes.set(e, new Episode(episode.thread(), episode.group(), episode.delay(), fewer));
          result.add(withPhase(p, withEpisodes(phase, episodes)));
        }
      }
    }
    return result;
  }

  private static Phase withEpisodes(Phase phase, List<Episode> episodes) {
    return new Phase(phase.modes(), phase.owners(), episodes, phase.viaRepresentatives());
  }

  private RaceFreeProgram withPhase(int index, @org.jspecify.annotations.Nullable Phase phase) {
    List<Phase> changed = new ArrayList<>(phases);
    if (phase == null) {
      changed.remove(index);
    } else {
      changed.set(index, phase);
    }
    return new RaceFreeProgram(gpus, tiles, threadsPerTile, groups, locations, changed);
  }

  /** The scope of everybody. */
  public Scope widest() {
    return gpus > 1 ? Scope.SYS : Scope.GPU;
  }

  /** The GPU of a thread. */
  public int gpu(int thread) {
    return thread / (tiles * threadsPerTile / gpus);
  }

  /** Accesses in all. */
  public int size() {
    return phases.stream()
        .flatMap(phase -> phase.episodes().stream())
        .mapToInt(episode -> 1 + episode.accesses().size())
        .sum();
  }

  /** One line an episode. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (Phase phase : phases) {
      text.append("phase, barrier ")
          .append(phase.viaRepresentatives() ? "via representatives" : "of all")
          .append('\n');
      for (Episode episode : phase.episodes()) {
        text.append("  thread ")
            .append(episode.thread())
            .append(" (tile ")
            .append(episode.thread() / threadsPerTile)
            .append(") group ")
            .append(episode.group())
            .append(' ')
            .append(phase.modes().get(episode.group()))
            .append(" after ")
            .append(episode.delay())
            .append(':');
        for (Access access : episode.accesses()) {
          text.append(' ').append(access.what());
          if (access.what().onLocation) {
            text.append('.').append(access.order());
            if (access.order() != Order.WEAK) {
              text.append('.').append(access.scope());
            }
            Location location = locations.get(access.location());
            text.append(" 0x")
                .append(Long.toHexString(location.address()))
                .append('/')
                .append(location.elements())
                .append('x')
                .append(location.bytes());
          }
        }
        text.append('\n');
      }
    }
    return text.toString();
  }
}
