package dev.syncopate.check.host;

import dev.syncopate.check.host.MemoryFootprint.Overlap;
import dev.syncopate.check.host.StreamOrder.Clock;
import dev.syncopate.check.host.StreamRace.Side;
import dev.syncopate.check.race.LaunchRace;
import dev.syncopate.machine.observer.BulkTransfer;
import dev.syncopate.machine.observer.LaunchObserver;
import dev.syncopate.machine.observer.Observer;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.WarpAccess;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Finds kernels, copies and memsets of different streams that touch the same memory with nothing to
 * order them. The simulator runs them one after the other, as they are enqueued; a GPU may run them
 * at once. Nothing is kept while a program uses one stream.
 *
 * <p>A launch by programmatic stream serialisation may start before the launch before it is over.
 * What its threads access before they wait ({@code griddepcontrol.wait}) comes behind what that one
 * came behind. Of launches that overlap in the simulator someone else finds the races among each
 * other, who knows what orders them ({@link #raced}). Launches that are {@linkplain #postpone
 * postponed} run together, and then are compared with others.
 */
public final class StreamRaces implements Observer {
  /** Operations that are kept because the host has not waited for them. */
  private static final int MOST = 1024;

  private static final int NO_INSTRUCTION = 0;

  /** An operation that is not known to be over. */
  private static final class Operation {
    final String description;
    final long stream;
    final int number;
    final Clock startClock;

    /** What accesses before the wait come behind; {@link #startClock} where none are early. */
    final Clock earlyClock;

    /** Of the stream, when this is over. */
    final Clock endClock;

    final MemoryFootprint footprint = new MemoryFootprint();

    /** Accesses before the wait of a dependent launch. */
    final MemoryFootprint early = new MemoryFootprint();

    @Nullable Grid grid;
    long launch;

    /** Whether its launch runs later, with others. */
    boolean postponed;

    /** Number of the first of the launches that overlap among which its own is; 0 for none. */
    long sequence;

    Operation(
        String description,
        long stream,
        int number,
        Clock startClock,
        Clock earlyClock,
        Clock endClock) {
      this.description = description;
      this.stream = stream;
      this.number = number;
      this.startClock = startClock;
      this.earlyClock = earlyClock;
      this.endClock = endClock;
    }

    boolean dependent() {
      return !earlyClock.equals(startClock);
    }

    Side side(int pc, boolean writes) {
      return new Side(description, stream, grid, pc, launch, writes);
    }
  }

  private record Key(String earlier, int earlierPc, String later, int laterPc) {}

  private final StreamOrder order = new StreamOrder();
  private final List<Operation> open = new ArrayList<>();
  private final Map<Key, StreamRace> races = new LinkedHashMap<>();
  private final Map<Key, Long> counts = new LinkedHashMap<>();

  /** The last operation of each stream, if that was a launch. */
  private final Map<Long, Operation> lastLaunches = new HashMap<>();

  private @Nullable Operation current;

  /** Operations whose launches have not run yet, and those that run now. */
  private final ArrayDeque<Operation> postponed = new ArrayDeque<>();

  private final List<Operation> running = new ArrayList<>();

  /** Number of the first of the latest launches that overlap, and how many there are. */
  private long sequence;

  private int sequenceLength;

  /** Whether {@link #raced} receives their races. */
  private boolean hearsOverlap;

  private boolean several;
  private boolean dropped;
  private long launches;

  /** What was found so far, in the order of finding. */
  public List<StreamRace> races() {
    List<StreamRace> countedRaces = new ArrayList<>();
    races.forEach((key, race) -> countedRaces.add(race.counted(counts.getOrDefault(key, 1L))));
    return countedRaces;
  }

  /** What could not be checked, a sentence each. */
  public List<String> unchecked() {
    return dropped
        ? List.of(
            "streams: the host waits so seldom that only its latest %,d operations were compared"
                .formatted(MOST))
        : List.of();
  }

  /** A stream is made, which the legacy default stream waits for or not. */
  public void created(long stream, boolean blocking) {
    several = true;
    if (!blocking) {
      order.independent(stream);
    }
  }

  /** Memory is there that the host may touch without a call. */
  public void watch() {
    several = true;
  }

  /** The host has loaded or stored a byte, without a call. */
  public void hostTouches(long address, boolean writes) {
    Operation host =
        new Operation("the host", StreamOrder.HOST, 0, Clock.NOTHING, Clock.NOTHING, Clock.NOTHING);
    host.footprint.add(
        address, 1, NO_INSTRUCTION, writes ? MemoryFootprint.WRITE : MemoryFootprint.READ);
    for (int i = open.size() - 1; i >= 0; i--) {
      Operation operation = open.get(i);
      Overlap overlap =
          order.isOver(operation.stream, operation.number)
              ? null
              : conflict(host.footprint, operation);
      if (overlap != null) {
        add(operation, host, overlap);
        return;
      }
    }
  }

  private static @Nullable Overlap conflict(MemoryFootprint footprint, Operation earlier) {
    Overlap overlap = footprint.conflict(earlier.footprint);
    return overlap == null ? footprint.conflict(earlier.early) : overlap;
  }

  /** An operation is enqueued: events until {@link #end} belong to it. */
  public void begin(String description, long stream) {
    begin(description, stream, false);
  }

  /**
   * An operation is enqueued: events until {@link #end} belong to it.
   *
   * @param dependent whether it is a launch that may start before the launch before it is over
   */
  public void begin(String description, long stream, boolean dependent) {
    several |= dependent;
    Operation last = lastLaunches.remove(stream);
    Clock earlyClock =
        dependent && last != null && last.endClock.equals(order.end(stream))
            ? order.dependent(stream, last.earlyClock)
            : null;
    Clock startClock = order.operation(stream);
    current =
        new Operation(
            description,
            stream,
            order.count(stream),
            startClock,
            earlyClock == null ? startClock : earlyClock,
            order.end(stream));
  }

  /** The operation, a copy or a memset, touches memory. */
  public void touches(long address, long bytes, boolean writes) {
    if (current != null && several) {
      current.footprint.add(
          address, bytes, NO_INSTRUCTION, writes ? MemoryFootprint.WRITE : MemoryFootprint.READ);
    }
  }

  /** The operation is a launch that runs later, with others. */
  public void postpone() {
    Operation operation = current;
    if (operation != null) {
      operation.postponed = true;
      postponed.add(operation);
      lastLaunches.put(operation.stream, operation);
    }
  }

  /** What was postponed has run, or will not run. */
  public void settled() {
    running.forEach(this::compare);
    running.clear();
    postponed.clear();
  }

  /** The operation is complete, but for its accesses where it is postponed. */
  public void end() {
    Operation finished = current;
    current = null;
    if (finished != null && !finished.postponed) {
      compare(finished);
    }
  }

  private void compare(Operation finished) {
    if (!several) {
      return;
    }
    open.removeIf(operation -> order.isOver(operation.stream, operation.number));
    for (Operation operation : open) {
      Overlap overlap =
          finished.startClock.has(operation.stream, operation.number)
              ? null
              : conflict(finished.footprint, operation);
      boolean isTold =
          hearsOverlap && finished.sequence != 0 && finished.sequence == operation.sequence;
      if (overlap == null
          && !isTold
          && !finished.earlyClock.has(operation.stream, operation.number)) {
        overlap = conflict(finished.early, operation);
      }
      if (overlap != null) {
        add(operation, finished, overlap);
      }
    }
    if (open.size() == MOST) {
      open.removeFirst();
      dropped = true;
    }
    open.add(finished);
  }

  /** Has {@link #raced} told of races of launches that overlap. */
  public void toldOfOverlap() {
    hearsOverlap = true;
  }

  /** Launches race that overlap. */
  public void raced(LaunchRace race) {
    Operation earlier = operation(race.earlier());
    Operation later = operation(race.later());
    if (earlier != null && later != null) {
      add(
          earlier,
          later,
          new Overlap(
              race.address(),
              race.laterPc(),
              race.earlierPc(),
              race.laterWrites(),
              race.earlierWrites()));
    }
  }

  private @Nullable Operation operation(Grid grid) {
    for (Operation operation : running) {
      Grid launched = operation.grid;
      if (launched != null && launched.number() == grid.number()) {
        return operation;
      }
    }
    return null;
  }

  private void add(Operation earlier, Operation later, Overlap overlap) {
    Side first = earlier.side(overlap.otherPc(), overlap.otherWrites());
    Side second = later.side(overlap.pc(), overlap.writes());
    Key key = new Key(name(earlier), first.pc(), name(later), second.pc());
    if (counts.merge(key, 1L, Long::sum) == 1) {
      Grid grid = later.grid == null ? earlier.grid : later.grid;
      String name = grid == null ? null : grid.space().names().name(overlap.address() & -4L, 4);
      boolean dependent = later.dependent() && earlier.stream == later.stream;
      races.put(key, new StreamRace(first, second, overlap.address(), name, dependent, 1));
    }
  }

  private static String name(Operation operation) {
    Grid grid = operation.grid;
    return grid == null ? operation.description : grid.kernel().program.name();
  }

  /** An event is recorded in a stream. */
  public void record(long event, long stream) {
    order.record(event, stream);
  }

  /** A stream waits for an event. */
  public void await(long stream, long event) {
    order.await(stream, event);
  }

  /** The host has waited for a stream. */
  public void hostAwaits(long stream) {
    order.hostAwaits(stream);
  }

  /** The host has waited for an event. */
  public void hostAwaitsEvent(long event) {
    order.hostAwaitsEvent(event);
  }

  /** The host has waited for everything. */
  public void hostAwaitsAll() {
    order.hostAwaitsAll();
  }

  @Override
  public boolean watchesOverlap() {
    return true;
  }

  @Override
  public void overlapping(List<Grid> grids) {
    sequence = grids.getFirst().number();
    sequenceLength = grids.size();
  }

  @Override
  public LaunchObserver launched(Grid grid, IntToLongFunction clock) {
    long launch = launches++;
    Operation operation = postponed.isEmpty() ? current : postponed.remove();
    if (operation == null) {
      return LaunchObserver.NOBODY;
    }
    if (operation.postponed) {
      running.add(operation);
    }
    lastLaunches.put(operation.stream, operation);
    if (!several) {
      return LaunchObserver.NOBODY;
    }
    operation.grid = grid;
    operation.launch = launch;
    boolean isInSequence = grid.number() >= sequence && grid.number() < sequence + sequenceLength;
    operation.sequence = isInSequence ? sequence : 0;
    if (operation.dependent()) {
      return new DependentLaunch(operation.early, operation.footprint);
    }
    return new LaunchObserver() {
      @Override
      public void issued(int unit, Warp warp, int pc, WarpAccess access, long lanes) {
        accessed(operation.footprint, pc, access, lanes);
      }

      @Override
      public void bulkIssued(int unit, BulkTransfer transfer) {
        bulk(operation.footprint, transfer);
      }
    };
  }

  static void bulk(MemoryFootprint footprint, BulkTransfer transfer) {
    if (transfer.source != BulkTransfer.NOT_SHARED) {
      return;
    }
    int kind = transfer.toShared ? MemoryFootprint.READ : MemoryFootprint.WRITE;
    footprint.add(transfer.global, transfer.bytes, transfer.pc, kind);
  }

  static void accessed(MemoryFootprint footprint, int pc, WarpAccess access, long lanes) {
    MemoryOperation operation = access.operation;
    if (operation.kind() == AccessKind.FENCE) {
      return;
    }
    boolean strong = operation.order() != Order.WEAK || operation.commutative();
    int kind =
        (operation.kind() == AccessKind.LOAD ? MemoryFootprint.READ : MemoryFootprint.WRITE)
            + (strong ? MemoryFootprint.STRONG_READ : 0);
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      footprint.add(access.address[lane], operation.bytesPerLane(), pc, kind);
    }
  }
}
