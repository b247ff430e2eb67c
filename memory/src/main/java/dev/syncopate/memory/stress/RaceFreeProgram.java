package dev.syncopate.memory.stress;

import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import java.util.List;

/**
 * A program that is free of data races by construction. Memory is cut into locations of 1 to 16
 * bytes, dealt at random into groups, so that neighbours in a line belong to different groups. In
 * every phase a group is guarded, private to one thread, or read-only. The guard is a lock of the
 * widest scope, of component scope within one of several GPUs, or of CTA scope within one tile. A
 * lock of CTA scope may have outsiders that take it by remote operations. Phases are separated by a
 * barrier over all threads. In addition, all threads use some words with relaxed operations. Each
 * thread also has a word that only it writes, plainly, and that the others swap in vain.
 *
 * @param tiles of all GPUs together
 */
public record RaceFreeProgram(
    int gpus,
    int tiles,
    int threadsPerTile,
    int groups,
    List<Location> locations,
    List<Phase> phases) {

  /** Elements of {@code bytes} each, contiguous. */
  public record Location(long address, int bytes, int elements, int group) {}

  /** Permitted use of a group. */
  public enum Mode {
    /** The scope of all threads: component scope on one GPU, system scope on several. */
    WIDE_LOCK,
    WORK_GROUP_LOCK,
    PRIVATE,
    READ_ONLY,
    /** Of one tile at CTA scope; others, and at times that tile, use it remotely. */
    PROMOTED_LOCK,
    /** Of one of several GPUs, at component scope. */
    GPU_LOCK,
    /** The same; other GPUs use it remotely at system scope. */
    PROMOTED_GPU_LOCK
  }

  /** Form of a barrier of all threads. */
  public enum Barrier {
    /** At the widest scope. */
    ALL("of all"),
    /** One of each tile does for the others, which follow it at CTA scope. */
    REPRESENTATIVES("via representatives"),
    /** The same, but those go on at CTA scope: one of them looks and tells remotely. */
    REMOTE("via representatives, remotely"),
    /** The same, but the last tile's looks and is told at the widest scope. */
    REMOTE_BUT_THE_LAST("via representatives, remotely but to the last tile");

    private final String text;

    Barrier(String text) {
      this.text = text;
    }

    /** For people. */
    String text() {
      return text;
    }
  }

  /**
   * @param modes by group
   * @param owners by group: the tile, thread or GPU that may use it, where its mode asks for one
   * @param barrier how all wait for all at its end
   */
  public record Phase(
      List<Mode> modes, List<Integer> owners, List<Episode> episodes, Barrier barrier) {}

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
    /** As TICKET, but at CTA scope to a word of the tile. */
    TILE_TICKET(false),
    /** A relaxed compare-and-swap that draws a ticket if as many are drawn as it expects. */
    TRY_TICKET(false),
    /** As TRY_TICKET, but at CTA scope to a word of the tile. */
    TRY_TILE_TICKET(false),
    /** A weak store to the word that only the thread itself writes. */
    STORE_OWN(false),
    /** A compare-and-swap of that word, which succeeds. */
    SWAP_OWN(false),
    /** A compare-and-swap of any thread's own word, which fails. */
    SWAP_IN_VAIN(false),
    /** An addition of 1 at the widest scope without result. */
    COUNT(false),
    /** A relaxed load at the widest scope of what COUNT counts: between bounds, never less. */
    WATCH(false),
    /**
     * A relaxed store at the widest scope of a unique value to a word that all threads store to.
     */
    POST(false),
    /** A relaxed load at the widest scope of that word: the stores' order is the same for all. */
    PEEK(false),
    /** A commutative atomic on one of the words for these, or a plain load where it is time. */
    COMMUTE(false);

    /** Whether it accesses one of the program's locations. */
    private final boolean onLocation;

    What(boolean onLocation) {
      this.onLocation = onLocation;
    }
  }

  /**
   * @param location its index; of COMMUTE, that of the word; of SWAP_IN_VAIN, the thread whose word
   * @param value to store or add
   * @param order WEAK or RELAXED; the location's guard orders what matters
   */
  public record Access(What kind, int location, long value, Order order, Scope scope) {}

  /** Whether it has commutative atomics. */
  boolean commutes() {
    return phases.stream()
        .flatMap(phase -> phase.episodes().stream())
        .flatMap(episode -> episode.accesses().stream())
        .anyMatch(access -> access.kind() == What.COMMUTE);
  }

  /** The scope that includes all threads. */
  public Scope widest() {
    return gpus > 1 ? Scope.SYS : Scope.GPU;
  }

  /** Whether a location is never written: all phases have its group read-only. */
  boolean onlyRead(Location location) {
    return phases.stream().allMatch(phase -> phase.modes().get(location.group()) == Mode.READ_ONLY);
  }

  /** The GPU of a thread. */
  public int gpu(int thread) {
    return thread / (tiles * threadsPerTile / gpus);
  }

  /** Accesses in all, with one for each episode's lock. */
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
      text.append("phase, ends with a barrier ").append(phase.barrier().text()).append('\n');
      phase.episodes().forEach(episode -> describe(text, phase, episode));
    }
    return text.toString();
  }

  private void describe(StringBuilder text, Phase phase, Episode episode) {
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
      text.append(' ').append(access.kind());
      if (access.kind().onLocation) {
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
