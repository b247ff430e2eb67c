package dev.syncopate.check.extract;

import dev.syncopate.check.extract.Excerpt.Role;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.machine.warp.ThreadIds;
import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.access.Order;
import dev.syncopate.ptx.analysis.FlagReads;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Store buffering (SB) in a launch: two threads each write one word, execute {@code fence.sc}, and
 * read the word that the other writes. The fences forbid that both read the old values, on which
 * Dekker's and Peterson's locks and work-stealing queues rely. No race shows it.
 *
 * <p>A read that waits for the other thread's write shows no reliance. So one of the two reads must
 * have come before the other thread's write, unless both are loads that no loop repeats. Of a loop
 * that polls the last round counts.
 */
final class StoreBuffers {
  /** Events of a lane in front of a read that are searched for a fence and writes. */
  private static final int LOOK_BACK = 16;

  /** Threads' sides that are keptSides of two words, and words that are looked at. */
  private static final int MOST_SIDES = 4;

  private static final int MOST_WORDS = 1 << 16;

  /** A word written and a word read behind a fence. */
  private record Words(long written, long read) {
    Words swapped() {
      return new Words(read, written);
    }
  }

  /** What a thread does, from its write to its read. */
  private record Side(WarpLog warp, int lane, List<WarpEvent> events) {
    WarpEvent write() {
      return events.getFirst();
    }

    WarpEvent read() {
      return events.getLast();
    }

    boolean isKept() {
      return !write().dropped && !read().dropped;
    }

    boolean isOfAnotherThread(Side side) {
      return warp != side.warp || lane != side.lane;
    }

    /** Whether this thread has read before the other one wrote, by the order of issue. */
    boolean readBefore(Side side) {
      return read().number < side.write().number;
    }
  }

  private final Grid grid;
  private final FlagReads loops;
  private final Map<Words, List<Side>> sides = new LinkedHashMap<>();

  StoreBuffers(Grid grid) {
    this.grid = grid;
    this.loops = new FlagReads(grid.kernel().program);
  }

  /** A strong access of the device's memory has been issued. */
  void issued(WarpEvent event) {
    if (event.operation == null
        || event.operation.kind() == AccessKind.STORE
        || event.address == null) {
      return;
    }
    for (long rest = event.lanes; rest != 0; rest &= rest - 1) {
      read(event, Long.numberOfTrailingZeros(rest), event.address);
    }
  }

  private void read(WarpEvent read, int lane, LaneValues address) {
    List<WarpEvent> events = new ArrayList<>();
    events.add(read);
    boolean fenced = false;
    int looked = 0;
    Iterator<WarpEvent> latest = read.warp.synchronising.descendingIterator();
    while (latest.hasNext() && looked < LOOK_BACK) {
      WarpEvent event = latest.next();
      if (event == read || !event.by(lane)) {
        continue;
      }
      looked++;
      if (event.isFence()) {
        events.add(event);
        fenced |= event.operation != null && event.operation.order() == Order.SC;
      } else if (fenced && event.address != null && writes(event)) {
        long written = event.address.of(lane);
        if (written != address.of(lane)) {
          keep(new Words(written, address.of(lane)), side(lane, event, events));
        }
      }
    }
  }

  private static boolean writes(WarpEvent event) {
    return !event.shared && event.operation != null && event.operation.kind() != AccessKind.LOAD;
  }

  /**
   * @param laterEvents behind the write, the latest first
   */
  private static Side side(int lane, WarpEvent write, List<WarpEvent> laterEvents) {
    List<WarpEvent> events = new ArrayList<>(laterEvents);
    events.add(write);
    return new Side(write.warp, lane, events.reversed());
  }

  private void keep(Words words, Side side) {
    List<Side> keptSides = sides.get(words);
    if (keptSides == null) {
      if (sides.size() == MOST_WORDS) {
        return;
      }
      keptSides = new ArrayList<>();
      sides.put(words, keptSides);
    }
    keptSides.removeIf(earlier -> !earlier.isKept());
    if (keptSides.size() < MOST_SIDES) {
      keptSides.add(side);
    }
  }

  /** An excerpt of two threads for each combination of instructions. */
  List<Excerpt> excerpts() {
    Map<List<Integer>, Excerpt> byInstructions = new HashMap<>();
    List<Excerpt> excerpts = new ArrayList<>();
    sides.forEach((words, ofWords) -> {
      for (Side first : ofWords) {
        Side second = partner(first, sides.getOrDefault(words.swapped(), List.of()));
        Excerpt excerpt = second == null ? null : excerpt(first, second, words);
        if (excerpt != null && byInstructions.putIfAbsent(instructions(excerpt), excerpt) == null) {
          excerpts.add(excerpt);
        }
      }
    });
    return excerpts;
  }

  private static List<Integer> instructions(Excerpt excerpt) {
    return excerpt.threads().stream()
        .flatMap(thread -> thread.steps().stream())
        .map(step -> step.instruction().pc())
        .toList();
  }

  private @Nullable Side partner(Side first, List<Side> candidates) {
    for (Side second : candidates) {
      if (first.isKept()
          && second.isKept()
          && first.isOfAnotherThread(second)
          && (first.readBefore(second) || (goesOn(first) && goesOn(second)))) {
        return second;
      }
    }
    return null;
  }

  /** Whether no value that a thread reads holds it up. */
  private boolean goesOn(Side side) {
    WarpEvent read = side.read();
    return read.operation != null
        && read.operation.kind() == AccessKind.LOAD
        && !loops.polls(read.pc);
  }

  private @Nullable Excerpt excerpt(Side first, Side second, Words words) {
    StepMaker steps =
        new StepMaker(grid, first.write(), first.lane, second.read(), second.lane, words.written());
    try {
      List<Excerpt.Actor> threads = List.of(thread(first, steps), thread(second, steps));
      return new Excerpt(grid.kernel().program.name(), threads, steps.places(), true, false);
    } catch (UnclearException e) {
      return null;
    }
  }

  private Excerpt.Actor thread(Side side, StepMaker steps) throws UnclearException {
    List<Excerpt.Step> actorSteps = new ArrayList<>();
    for (WarpEvent event : side.events) {
      Role role =
          event == side.write() ? Role.GIVES : event == side.read() ? Role.TAKES : Role.BESIDE;
      actorSteps.add(steps.step(event, side.lane, role));
    }
    ThreadIds ids = grid.ids();
    int thread = side.warp.firstThread + side.lane;
    String name =
        "CTA %s, thread (%d,%d,%d)"
            .formatted(
                grid.indices(side.warp.cta), ids.x()[thread], ids.y()[thread], ids.z()[thread]);
    return new Excerpt.Actor(
        name, side.warp.cta, side.warp.domain, side.warp.gpu, side.warp.number(), actorSteps);
  }
}
