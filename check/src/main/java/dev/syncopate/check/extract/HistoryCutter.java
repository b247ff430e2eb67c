package dev.syncopate.check.extract;

import dev.syncopate.check.extract.Excerpt.Role;
import dev.syncopate.check.race.HandOver;
import dev.syncopate.check.race.Race;
import dev.syncopate.check.race.RaceSide;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.machine.warp.ThreadIds;
import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.MemoryInstruction.Atomic;
import dev.syncopate.ptx.ir.MemoryInstruction.BulkCopy;
import dev.syncopate.ptx.ir.MemoryInstruction.CopyAsync;
import dev.syncopate.ptx.ir.MemoryInstruction.PeerCopy;
import dev.syncopate.ptx.ir.MemoryInstruction.StoreAsync;
import dev.syncopate.ptx.ir.MemoryInstruction.TensorCopy;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Cuts the accesses around two conflicting ones out of the history of a launch. */
final class HistoryCutter {
  /** Ways to get from the one access to the other that are tried. */
  private static final int WAYS = 4;

  /** Threads of an excerpt: a model takes too long over more. */
  private static final int MOST_THREADS = 8;

  /** Accesses of a thread that are kept for their place being one by which it was handed on. */
  private static final int MOST_BESIDE = 4;

  private final Grid grid;
  private final History history;

  HistoryCutter(Grid grid, History history) {
    this.grid = grid;
    this.history = history;
  }

  /** A side of a conflict: what a lane of a warp did to a byte. */
  private record Side(WarpLog warp, int lane, WarpEvent event) {}

  RecordingCut race(Race race) {
    return cut(race.shared(), race.address(), race.earlier(), race.later(), false);
  }

  RecordingCut unordered(HandOver handOver) {
    return cut(handOver.shared(), handOver.address(), handOver.write(), handOver.read(), false);
  }

  /** Excerpts of accesses that were ordered; none if it cannot be told how. */
  RecordingCut handOver(boolean shared, long address, RaceSide earlier, RaceSide later) {
    return cut(shared, address, earlier, later, true);
  }

  private RecordingCut cut(
      boolean shared, long address, RaceSide earlier, RaceSide later, boolean ordered) {
    if (copies(earlier) || copies(later)) {
      return RecordingCut.failed("one is an asynchronous copy, which a litmus test cannot say");
    }
    Side earlierSide = side(earlier, shared, address);
    Side laterSide = side(later, shared, address);
    if (earlierSide == null || laterSide == null) {
      return RecordingCut.failed(
          "%s of the two accesses is no longer among those that are kept of the launch"
              .formatted(earlierSide == null ? "the first" : "the second"));
    }
    List<Excerpt> excerpts = new ArrayList<>();
    CausalityTrail trail =
        new CausalityTrail(earlierSide.warp, earlierSide.lane, earlierSide.event, ordered);
    String problem = "";
    for (int i = 0; i < WAYS; i++) {
      List<CausalityTrail.Stop> way = trail.to(laterSide.warp, laterSide.lane, laterSide.event);
      if (way == null) {
        break;
      }
      trail.ban(way);
      if (way.size() > MOST_THREADS) {
        problem = "%d threads hand on from one to the other".formatted(way.size());
        continue;
      }
      try {
        excerpts.add(excerpt(address, earlierSide, laterSide, way));
      } catch (UnclearException e) {
        problem = String.valueOf(e.getMessage());
      }
    }
    if (!ordered && problem.isEmpty()) { // the two alone, where no way says more
      List<CausalityTrail.Stop> unlinkedStops =
          List.of(
              new CausalityTrail.Stop(earlierSide.warp, earlierSide.lane, null, null),
              new CausalityTrail.Stop(laterSide.warp, laterSide.lane, null, null));
      try {
        excerpts.add(excerpt(address, earlierSide, laterSide, unlinkedStops));
      } catch (UnclearException e) {
        problem = String.valueOf(e.getMessage());
      }
    }
    return new RecordingCut(excerpts, excerpts.isEmpty() ? problem : "");
  }

  private boolean copies(RaceSide access) {
    Instruction instruction = grid.kernel().program.code().get(access.pc());
    return instruction instanceof CopyAsync
        || instruction instanceof BulkCopy
        || instruction instanceof PeerCopy
        || instruction instanceof StoreAsync
        || instruction instanceof TensorCopy;
  }

  private @Nullable Side side(RaceSide access, boolean shared, long address) {
    int width = grid.ids().x().length / grid.warps();
    WarpLog log = history.warp(access.cta(), access.thread() / width);
    int lane = access.thread() % width;
    WarpEvent event = log == null ? null : log.access(access.pc(), lane, shared, address);
    return log == null || event == null ? null : new Side(log, lane, event);
  }

  private Excerpt excerpt(
      long address, Side earlierSide, Side laterSide, List<CausalityTrail.Stop> way)
      throws UnclearException {
    StepMaker steps =
        new StepMaker(
            grid, earlierSide.event, earlierSide.lane, laterSide.event, laterSide.lane, address);
    List<Excerpt.Actor> threads = new ArrayList<>();
    boolean connected = way.getFirst().out() != null;
    for (int i = 0; i < way.size(); i++) {
      CausalityTrail.Stop stop = way.get(i);
      WarpEvent first = i == 0 ? earlierSide.event : stop.entry();
      WarpEvent last = i == way.size() - 1 ? laterSide.event : stop.out();
      List<Excerpt.Step> actorSteps = new ArrayList<>();
      Side side = i == 0 ? earlierSide : laterSide;
      List<WarpEvent> events = connected ? between(stop, first, last) : List.of(side.event);
      WarpEvent taker = taker(stop, side, events);
      for (WarpEvent event : events) {
        actorSteps.add(steps.step(event, stop.lane(), role(event, stop, taker, side)));
      }
      threads.add(
          new Excerpt.Actor(
              name(stop),
              stop.warp().cta,
              stop.warp().domain,
              stop.warp().gpu,
              stop.warp().number(),
              actorSteps));
    }
    return new Excerpt(
        grid.kernel().program.name(), threads, steps.places(), connected, polled(laterSide));
  }

  private String name(CausalityTrail.Stop stop) {
    ThreadIds ids = grid.ids();
    int thread = stop.warp().firstThread + stop.lane();
    return "CTA %s, thread (%d,%d,%d)"
        .formatted(
            grid.indices(stop.warp().cta), ids.x()[thread], ids.y()[thread], ids.z()[thread]);
  }

  private static Role role(
      WarpEvent event, CausalityTrail.Stop stop, @Nullable WarpEvent taker, Side side) {
    return isConflict(event, stop, side)
        ? Role.CONFLICTS
        : event == taker
            ? event == stop.out() ? Role.HANDS_ON : Role.TAKES
            : event == stop.out() ? Role.GIVES : Role.BESIDE;
  }

  private static boolean isConflict(WarpEvent event, CausalityTrail.Stop stop, Side side) {
    return event == side.event && stop.warp() == side.warp && stop.lane() == side.lane;
  }

  /**
   * The read by which a thread knows of the one before: what has read its write. A {@code red}
   * returns nothing that a thread could know of. Then it is the last read of the place behind it,
   * if there is one, as of a counter that all threads add to and wait for.
   */
  private @Nullable WarpEvent taker(CausalityTrail.Stop stop, Side side, List<WarpEvent> events) {
    WarpEvent entry = stop.entry();
    if (entry == null || entry == stop.out() || !returnsNothing(entry)) {
      return entry;
    }
    for (WarpEvent event : events.reversed()) {
      if (event != entry
          && event.operation != null
          && event.operation.kind() == AccessKind.LOAD
          && event.isStrongAccess()
          && !isConflict(event, stop, side)
          && samePlace(event, entry, stop.lane())) {
        return event;
      }
    }
    return entry;
  }

  private boolean returnsNothing(WarpEvent event) {
    return grid.kernel().program.code().get(event.pc) instanceof Atomic atomic
        && !atomic.resultUsed();
  }

  /** What a thread did from one event to another that may matter for how they are ordered. */
  private static List<WarpEvent> between(
      CausalityTrail.Stop stop, @Nullable WarpEvent first, @Nullable WarpEvent last) {
    if (first == null || last == null) {
      throw new IllegalStateException("a stop that leads nowhere");
    }
    List<WarpEvent> events = new ArrayList<>();
    int beside = 0;
    Iterator<WarpEvent> latest = stop.warp().synchronising.descendingIterator();
    events.add(last);
    while (latest.hasNext() && first != last) {
      WarpEvent event = latest.next();
      if (event.number <= first.number) {
        break;
      }
      if (event.number >= last.number || !event.by(stop.lane())) {
        continue;
      }
      if (event.isFence()) {
        events.add(event);
      } else if (event.isStrongAccess()
          && beside < MOST_BESIDE
          && (samePlace(event, stop.entry(), stop.lane())
              || samePlace(event, stop.out(), stop.lane()))) {
        events.add(event);
        beside++;
      }
    }
    if (first != last) {
      events.add(first);
    }
    return events.reversed();
  }

  private static boolean samePlace(WarpEvent event, @Nullable WarpEvent second, int lane) {
    return second != null
        && event.address != null
        && second.address != null
        && event.shared == second.shared
        && (!event.shared || event.sharedCta == second.sharedCta)
        && event.address.of(lane) == second.address.of(lane);
  }

  /** Whether a lane has done a read before, as a loop does that waits. */
  private static boolean polled(Side side) {
    WarpEvent event = side.event;
    if (event.operation == null
        || event.operation.kind() != AccessKind.LOAD
        || event.address == null) {
      return false;
    }
    long place = event.address.of(side.lane);
    return side.warp.synchronising.stream()
        .anyMatch(previous ->
            previous.number < event.number
                && previous.pc == event.pc
                && previous.by(side.lane)
                && previous.address != null
                && previous.address.of(side.lane) == place);
  }
}
