package dev.syncopate.model.explore.machine;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.WarpAccess;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A tile in pieces that can be compared and changed each for itself:
 *
 * <pre>
 *   core      L1, load-store unit with at most the head of its request FIFO, accesses elsewhere
 *   behind    accesses that wait behind the head, as they were before they were issued
 *   threads   program counters, registers, what each waits for
 * </pre>
 *
 * Threads and accesses that wait are objects of which nothing is known elsewhere. A core can be
 * stepped without its threads while none of them depends on the time: none waits at a barrier or is
 * alone.
 */
public final class TileSplit {
  private final TilePart tile;
  private final Machine machine;

  private TileSplit(Machine machine, TilePart tile) {
    this.machine = machine;
    this.tile = tile;
  }

  /** For a tile with several threads that never meet at a barrier, and no copy unit; else null. */
  public static @Nullable TileSplit of(Machine machine, MachinePart part) {
    return part instanceof TilePart tile
            && tile.codes().size() > 1
            && !machine.hasCopyUnits()
            && tile.codes().stream()
                .flatMap(code -> code.instructions().stream())
                .noneMatch(ThreadCode.Instruction.Barrier.class::isInstance)
        ? new TileSplit(machine, tile)
        : null;
  }

  /**
   * All of a tile.
   *
   * @param waiting in their order
   * @param threads in the order of their numbers
   */
  public record Pieces(PartState core, List<Object> waiting, List<Object> threads) {}

  /** A copy of the tile with separate controllers, for another thread. */
  public TileSplit again() {
    return new TileSplit(machine, new TilePart(machine, tile.node(), tile.codes()));
  }

  /** The tile. */
  public MachinePart part() {
    return tile;
  }

  /** How many threads it has. */
  public int threads() {
    return tile.codes().size();
  }

  /** Takes a state apart, which becomes the core. */
  public Pieces split(PartState state) {
    TileState tileState = (TileState) state;
    List<Object> threads = List.copyOf(tileState.threads);
    tileState.threads.clear();
    return new Pieces(tileState, List.copyOf(tileState.lsu.withdraw()), threads);
  }

  /** Puts pieces together that are no part of anything else. */
  public PartState join(Pieces pieces) {
    TileState tileState = tile.work(pieces.core());
    pieces.threads().forEach(thread -> tileState.threads.add((ExploredThread) thread));
    pieces.waiting().forEach(access -> tileState.lsu.issue((WarpAccess) access));
    return tileState;
  }

  /** The event that the head of the FIFO is offered. */
  public static final int OFFER = TilePart.ADVANCE;

  // ---- threads ----

  /** Whether a thread has ended. */
  public static boolean finished(Object thread) {
    return ((ExploredThread) thread).finished();
  }

  /** Lets a thread go on; whether it is then at an access that it has not been refused. */
  public static boolean ready(Object thread) {
    ExploredThread tinyThread = (ExploredThread) thread;
    return !tinyThread.asleep && tinyThread.run();
  }

  /** Whether a thread that is ready is at an access, and one that can be made. */
  public boolean issues(Object thread) {
    return tile.issues((ExploredThread) thread);
  }

  /** What a thread issues that is ready, and goes on; null where that fails. */
  public @Nullable Object issue(Object thread) {
    ExploredThread tinyThread = (ExploredThread) thread;
    if (!(tinyThread.instruction() instanceof ThreadCode.Instruction.Access access)) {
      return null;
    }
    WarpAccess warpAccess = tile.made(tinyThread, access);
    tinyThread.run();
    return warpAccess;
  }

  /** Something happens to a thread, and it goes on. */
  public static void happen(Object thread, ThreadEffect effect) {
    ExploredThread tinyThread = (ExploredThread) thread;
    effect.on(tinyThread);
    tinyThread.run();
  }

  // ---- cores ----

  /** Whether the test runs on it. */
  public static boolean started(PartState core) {
    return ((TileState) core).started;
  }

  /** Whether accesses are not issued now since they may as well be issued later. */
  public boolean putsOff(PartState core) {
    return tile.putsOff((TileState) core);
  }

  /** The threads, as bits, that are refused even if there is room. */
  public static long blocked(PartState core) {
    return ((TileState) core).lsu.blocked();
  }

  /** Entries of the FIFO that are in the core. */
  public static int queued(PartState core) {
    return ((TileState) core).lsu.queued();
  }

  /** Entries of the FIFO from which on threads are refused. */
  public int room() {
    return machine.config().l1().queue();
  }

  /**
   * Effects of a core's step.
   *
   * @param happened whether it did not refuse
   * @param popped whether the access that it was given from behind is now in it
   * @param entered whether anything has come into the FIFO
   * @param waiting what has come into the FIFO behind its head
   * @param effects on threads
   */
  public record Did(
      boolean happened,
      boolean popped,
      boolean entered,
      List<Object> waiting,
      List<ThreadEffect> effects) {}

  /** A thread's access comes into the FIFO. */
  public Did issue(PartState core, Object access) {
    TileState tileState = (TileState) core;
    List<ThreadEffect> effects = new ArrayList<>();
    tile.workWithout(tileState, effects);
    tile.issue(tileState, (WarpAccess) access);
    return new Did(true, false, true, List.copyOf(tileState.lsu.withdraw()), effects);
  }

  /** A message comes. */
  public Did receive(PartState core, MachinePart.Sent sent) {
    TileState tileState = (TileState) core;
    List<ThreadEffect> effects = new ArrayList<>();
    tile.workWithout(tileState, effects);
    int queued = tileState.lsu.queued();
    tile.take(tileState, sent);
    boolean entered = tileState.lsu.queued() != queued;
    return new Did(true, false, entered, List.copyOf(tileState.lsu.withdraw()), effects);
  }

  /**
   * The head of the FIFO is offered.
   *
   * @param next the first access behind it, or null
   * @return null where more must be known of what is behind
   */
  public @Nullable Did offer(PartState core, @Nullable Object next) {
    TileState tileState = (TileState) core;
    List<ThreadEffect> effects = new ArrayList<>();
    tile.workWithout(tileState, effects);
    if (next != null) {
      tileState.lsu.issue((WarpAccess) next);
    }
    boolean happened = tileState.lsu.advance() != 0;
    LineAccess second = next == null ? null : ((WarpAccess) next).lines[0];
    boolean popped = second != null && tileState.lsu.first() == second;
    int remaining = tileState.lsu.queued();
    List<Object> waiting = List.copyOf(tileState.lsu.withdraw());
    if (second == null) {
      return new Did(happened, false, true, waiting, effects);
    }
    boolean came =
        waiting.size() != remaining - 1; // behind all that is behind, of which one is here
    return came ? null : new Did(happened, popped, false, List.of(), effects);
  }
}
