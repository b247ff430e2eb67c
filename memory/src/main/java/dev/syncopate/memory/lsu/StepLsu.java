package dev.syncopate.memory.lsu;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Step;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.protocol.CompletionListener;
import dev.syncopate.memory.protocol.ControllerOutcome;
import dev.syncopate.memory.protocol.L1Controller;
import dev.syncopate.memory.protocol.L1Counters;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The load-store unit: takes each memory instruction of a warp through the steps of its plan, and
 * feeds line accesses and cache steps to the L1 through one FIFO, in order.
 *
 * <p>A warp's data and relaxed accesses follow one another without waiting; while an instruction
 * that blocks is in progress, the warp may issue no other memory instruction. Consecutive cache
 * steps are done without anything in between.
 *
 * <p>It reads no clock: the driver calls {@link #advance} when the L1 is free.
 */
public final class StepLsu implements LoadStoreUnit, CompletionListener {
  private final StepPlans plans;
  private final L1Controller l1;
  private final MemoryClient client;
  private final LsuTiming timing;
  private final L1Counters counters;
  private final int limit;

  /** Entries from which on nothing more is taken now: the limit, or 0 while a kernel begins. */
  private int room;

  /** By warp: line accesses whose values have not come or whose stores are not in the L1. */
  private final int[] pending;

  /** By warp: the instruction in progress that blocks it. */
  private final @Nullable WarpAccess[] blocking;

  /** Warps, as bits, that were refused for lack of room, and that want to know of quiet. */
  private long wantRoom;

  private long wantQuiet;

  private final RequestFifo fifo = new RequestFifo();

  /** Slot of the tile itself. */
  private final int ownSlot;

  /** Slot of the copy unit, and what is queued for it; null before its first access. */
  private final int copySlot;

  private @Nullable RequestFifo copies;

  /** Whether the copy unit is next, if anything is queued for it. */
  private boolean copyTurn;

  private ControllerOutcome stall = ControllerOutcome.DONE;

  /** What the tile itself does at a kernel's beginning and end, while it is to be done. */
  private @Nullable WarpAccess begins;

  private @Nullable WarpAccess ends;

  /** Whether the end follows as soon as the beginning is done. */
  private boolean endHeldBack;

  /** Beginnings and ends of overlapping kernels that are still to be done; first at bit 0. */
  private int laterBoundaries;

  /** Which of them are beginnings, by bit. */
  private long laterBegins;

  /**
   * @param warps warp slots, at most 64, numbered from 0; one more is for the tile's own use, and
   *     one for the copy unit
   * @param limit entries of the FIFO from which on nothing more is taken; a warp access may exceed
   *     it by the lines it touches
   * @param l1 makes the L1, which tells what becomes of what it is offered
   */
  @SuppressWarnings("this-escape") // kept for later calls only
  public StepLsu(
      StepPlans plans,
      int warps,
      int limit,
      Function<CompletionListener, L1Controller> l1,
      MemoryClient client,
      LsuTiming timing,
      L1Counters counters) {
    this.plans = plans;
    this.client = client;
    this.timing = timing;
    this.counters = counters;
    this.limit = limit;
    room = limit;
    ownSlot = warps;
    copySlot = warps + 1;
    pending = new int[warps + 2];
    blocking = new @Nullable WarpAccess[warps + 2];
    this.l1 = l1.apply(this);
  }

  /** The L1 behind it. */
  public L1Controller l1() {
    return l1;
  }

  @Override
  public boolean canIssue(int warp, MemoryOperation operation) {
    if (blocking[warp] != null) {
      return false;
    }
    if (fifo.size >= room) {
      wantRoom |= 1L << warp;
      return false;
    }
    return true;
  }

  @Override
  public void issue(WarpAccess access) {
    issue(access, plans.of(access.operation));
  }

  private void issue(WarpAccess access, StepPlans.Plan plan) {
    timing.issuing(access);
    access.steps = plan.steps();
    access.alternatives = plan.alternatives();
    access.blocking = plan.blocks();
    access.step = 0;
    if (plan.blocks()) {
      counters.acquires += plan.acquires() ? 1 : 0;
      counters.releases += plan.releases() ? 1 : 0;
      blocking[access.warp] = access;
    }
    takeStep(access);
    if (!empty()) {
      timing.requested();
    }
  }

  @Override
  public boolean mayCopy() {
    return blocking[copySlot] == null;
  }

  /** What an access's lines and steps are queued in. */
  private RequestFifo queue(WarpAccess access) {
    if (access.warp != copySlot) {
      return fifo;
    }
    RequestFifo queue = copies;
    if (queue == null) {
      queue = new RequestFifo();
      copies = queue;
    }
    return queue;
  }

  /** The queue whose head is offered next. */
  private RequestFifo next() {
    RequestFifo queue = copies;
    boolean isCopy = queue != null && queue.head != null && (copyTurn || fifo.head == null);
    return isCopy && queue != null ? queue : fifo;
  }

  @Override
  public boolean quiet(int warp) {
    if (pending[warp] == 0 && blocking[warp] == null) {
      return true;
    }
    wantQuiet |= 1L << warp;
    return false;
  }

  @Override
  public void kernelBegin() {
    if (begins != null || ends != null) {
      laterBegins |= 1L << laterBoundaries++;
      room = 0;
      return;
    }
    begins = plans.kernelBegin().access(ownSlot);
    if (plans.kernelBegin().holdsBack()) {
      room = 0;
    }
    issue(begins, plans.kernelBegin().plan());
  }

  @Override
  public void kernelEnd() {
    if (ends != null || laterBoundaries > 0) {
      laterBoundaries++;
      return;
    }
    ends = plans.kernelEnd().access(ownSlot);
    if (room == 0) {
      endHeldBack = true;
    } else {
      issue(ends, plans.kernelEnd().plan());
    }
  }

  /** What the tile itself has done at a kernel's beginning or end is complete. */
  private void kernelComplete(WarpAccess access) {
    if (access == ends) {
      ends = null;
      client.kernelEnded();
      nextBoundary();
      return;
    }
    begins = null;
    if (room == 0 && laterBegins == 0) {
      room = limit;
      wakeForRoom();
    }
    if (ends != null && endHeldBack) { // there was nothing to do for this tile
      endHeldBack = false;
      issue(ends, plans.kernelEnd().plan());
    }
    nextBoundary();
  }

  /** Begins or ends the next of several kernels, once nothing of that is in progress. */
  private void nextBoundary() {
    if (begins == null && ends == null && laterBoundaries > 0) {
      boolean isBegin = (laterBegins & 1) != 0;
      laterBegins >>>= 1;
      laterBoundaries--;
      if (isBegin) {
        begins = plans.kernelBegin().access(ownSlot);
        issue(begins, plans.kernelBegin().plan());
      } else {
        ends = plans.kernelEnd().access(ownSlot);
        issue(ends, plans.kernelEnd().plan());
      }
    }
  }

  /** Whether the FIFO is empty. */
  public boolean empty() {
    RequestFifo queue = copies;
    return fifo.head == null && (queue == null || queue.head == null);
  }

  /** What {@link #advance} would offer, a cache step being an access without lanes; or null. */
  public @Nullable LineAccess first() {
    return next().head;
  }

  /** As {@link L1Controller#canonicalize}. */
  public void canonicalize() {
    stall = ControllerOutcome.DONE;
  }

  /** Whether nothing of any warp is in flight. */
  public boolean idle() {
    for (int warp = 0; warp < pending.length; warp++) {
      if (pending[warp] != 0 || blocking[warp] != null) {
        return false;
      }
    }
    return empty();
  }

  /**
   * Offers the head of the FIFO to the L1.
   *
   * @return the cycles for which this occupies the L1, or 0 when it is stalled: then nothing is to
   *     be expected before the L1 has received a message
   */
  public int advance() {
    RequestFifo queue = next();
    LineAccess first = queue.pop();
    WarpAccess access = first.parent;
    if (copies != null) {
      copyTurn = queue == fifo;
    }
    if (first.lanes != 0) {
      ControllerOutcome outcome = l1.accept(first);
      if (outcome.stalled()) {
        return stalled(queue, first, outcome);
      }
      wakeForRoom();
      return 1;
    }
    Step step = access.currentStep();
    int cycles = l1.cycles(step);
    ControllerOutcome outcome = l1.step(step, access);
    if (outcome.stalled()) {
      return stalled(queue, first, outcome);
    }
    switch (outcome) {
      case AGAIN -> again(queue, first);
      case PENDING -> wakeForRoom();
      default -> stepped(queue, access, first);
    }
    return cycles;
  }

  /** A cache step was done at once: the next one, if it is another, stays at the head. */
  private void stepped(RequestFifo queue, WarpAccess access, LineAccess token) {
    access.step++;
    if (access.step < access.steps.length && access.currentStep().place() == Step.Place.CACHE) {
      again(queue, token);
    } else {
      takeStep(access);
      wakeForRoom();
    }
  }

  /** What was offered is offered again, before anything else. */
  private void again(RequestFifo queue, LineAccess first) {
    queue.pushFront(first);
    copyTurn = queue != fifo;
  }

  private int stalled(RequestFifo queue, LineAccess first, ControllerOutcome outcome) {
    again(queue, first);
    stall = outcome;
    return 0;
  }

  /** Why {@link #advance} last returned 0. */
  public ControllerOutcome stall() {
    return stall;
  }

  @Override
  public void performed(LineAccess line) {
    WarpAccess access = line.parent;
    int warp = access.warp;
    pending[warp]--;
    if (--access.outstanding == 0) {
      // what follows in this list is for lines that it was done for
      boolean allDiverted = access.diverted.length == access.lines.length;
      access.step = allDiverted ? access.steps.length : access.step + 1;
      takeStep(access);
    }
    if (pending[warp] == 0) {
      drained(warp);
    }
  }

  @Override
  public void diverted(LineAccess line) {
    WarpAccess access = line.parent;
    int count = access.diverted.length;
    access.diverted = Arrays.copyOf(access.diverted, count + 1);
    access.diverted[count] = line;
    performed(line);
  }

  /** Begins the next list of steps, for the lines that were diverted to it. */
  private static void divert(WarpAccess access) {
    access.steps = access.alternatives[access.alternative++];
    access.lines = access.diverted;
    access.diverted = WarpAccess.NO_LINES;
    access.step = 0;
  }

  @Override
  public void stepDone(WarpAccess access) {
    access.step++;
    takeStep(access);
  }

  /** Does, or starts, the step an access is at, and those after it that need no waiting. */
  private void takeStep(WarpAccess access) {
    while (access.step < access.steps.length || access.diverted.length != 0) {
      if (access.step == access.steps.length) {
        divert(access);
        continue;
      }
      switch (access.currentStep().place()) {
        case WARP -> {
          if (pending[access.warp] != 0) {
            return;
          }
        }
        case CACHE -> {
          queue(access).append(new LineAccess(access, 0, 0, 0, 0));
          return;
        }
        case HOST -> throw new IllegalStateException("a step of the host");
        case LINES -> {
          if (access.lines.length != 0) {
            access.outstanding = access.lines.length;
            pending[access.warp] += access.lines.length;
            RequestFifo queue = queue(access);
            for (LineAccess line : access.lines) {
              queue.append(line);
            }
            return;
          }
        }
      }
      access.step++;
    }
    if (access.blocking) {
      blocking[access.warp] = null;
    }
    long ready = timing.complete(access);
    if (access == begins || access == ends) {
      kernelComplete(access);
      return;
    }
    client.completed(access, ready);
    if (access.blocking) {
      client.mayIssue(access.warp);
      drained(access.warp);
    }
  }

  /** A warp may have become quiet, or the wait for its own accesses may be over. */
  private void drained(int warp) {
    WarpAccess waiting = blocking[warp];
    if (waiting != null) {
      if (pending[warp] == 0
          && waiting.step < waiting.steps.length
          && waiting.currentStep().place() == Step.Place.WARP) {
        takeStep(waiting);
      }
    } else if (pending[warp] == 0 && warp < ownSlot && (wantQuiet >>> warp & 1) != 0) {
      wantQuiet &= ~(1L << warp);
      client.mayIssue(warp);
    }
  }

  /**
   * Tells one warp that was refused that there is room, the others when the FIFO has run empty: the
   * one told first need not come.
   */
  private void wakeForRoom() {
    if (wantRoom == 0 || fifo.size >= room) {
      return;
    }
    long woken = fifo.head == null ? wantRoom : Long.lowestOneBit(wantRoom);
    wantRoom &= ~woken;
    for (; woken != 0; woken &= woken - 1) {
      client.mayIssue(Long.numberOfTrailingZeros(woken));
    }
  }

  /** For a report of a hang: a line for each warp that waits, and what for. */
  public List<String> waiting() {
    return LsuText.waiting(blocking, pending, fifo, stall);
  }

  // ---- for exploration, which looks at a unit in pieces ----

  /** Warps, as bits, of which an instruction in progress blocks the next. */
  public long blocked() {
    long warps = 0;
    for (int warp = 0; warp < blocking.length; warp++) {
      warps |= blocking[warp] == null ? 0 : 1L << warp;
    }
    return warps;
  }

  /** Entries of the FIFO. */
  public int queued() {
    return fifo.size;
  }

  /**
   * Takes the accesses behind the head out of the FIFO, in order, as they were before {@link
   * #issue}: issuing them again makes it what it was. Takes none when one of them cannot be
   * restored: it blocks its warp, its warp waits for it, it occupies several lines in the FIFO, or
   * it has been diverted. An access that blocks nothing has one step, so it is at its beginning
   * there.
   */
  public List<WarpAccess> withdraw() {
    List<WarpAccess> queuedAccesses = fifo.behind();
    for (WarpAccess access : queuedAccesses) {
      boolean diverted = access.alternative != 0;
      if (access.lines.length != 1 || diverted || blocking[access.warp] != null) {
        return List.of();
      }
    }
    for (WarpAccess access : queuedAccesses) {
      pending[access.warp]--;
    }
    fifo.dropBehind();
    return queuedAccesses;
  }
}
