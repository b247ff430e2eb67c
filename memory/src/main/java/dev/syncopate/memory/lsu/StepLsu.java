package dev.syncopate.memory.lsu;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Step;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.protocol.L1Controller;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.Outcome;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The load-store unit: takes each memory instruction of a warp through the steps of its plan, and
 * feeds line accesses and cache steps to the L1 through one FIFO, in order.
 *
 * <p>A warp's data and relaxed accesses follow one another without waiting; while an instruction
 * that blocks is under way, the warp may issue no other memory instruction. Consecutive cache steps
 * are done without anything in between.
 *
 * <p>It reads no clock: the driver calls {@link #advance} when the L1 is free.
 */
public final class StepLsu implements LoadStoreUnit {
  private final Plans plans;
  private final L1Controller l1;
  private final LsuEnvironment environment;
  private final L1Counters counters;
  private final int limit;

  /** Entries from which on nothing more is taken now: the limit, or none while closed. */
  private int room;

  /** By warp: line accesses whose values have not come or whose stores are not in the L1. */
  private final int[] pending;

  /** By warp: the instruction under way that blocks it. */
  private final @Nullable WarpAccess[] blocking;

  /** Warps, as bits, that were refused for want of room, and that want to know of quiet. */
  private long wantRoom;

  private long wantQuiet;

  /** The FIFO. A cache step is a line access without lanes. */
  private @Nullable LineAccess head;

  private @Nullable LineAccess tail;
  private int queued;
  private Outcome stall = Outcome.DONE;

  /**
   * @param warps warp slots, at most 64, numbered from 0; one more is for the tile's own use
   * @param limit entries of the FIFO from which on nothing more is taken; a warp access may exceed
   *     it by the lines it touches
   */
  public StepLsu(
      Plans plans,
      int warps,
      int limit,
      L1Controller l1,
      LsuEnvironment environment,
      L1Counters counters) {
    this.plans = plans;
    this.l1 = l1;
    this.environment = environment;
    this.counters = counters;
    this.limit = limit;
    room = limit;
    pending = new int[warps + 1];
    blocking = new @Nullable WarpAccess[warps + 1];
  }

  @Override
  public boolean canIssue(int warp, MemoryOperation operation) {
    if (blocking[warp] != null) {
      return false;
    }
    if (queued >= room) {
      wantRoom |= 1L << warp;
      return false;
    }
    return true;
  }

  /** Refuses every warp's instructions until {@link #open}. */
  public void close() {
    room = 0;
  }

  /** Takes instructions again. */
  public void open() {
    room = limit;
    wakeForRoom();
  }

  @Override
  public void issue(WarpAccess access) {
    Plans.Plan plan = plans.of(access.operation);
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
  }

  @Override
  public boolean quiet(int warp) {
    if (pending[warp] == 0 && blocking[warp] == null) {
      return true;
    }
    wantQuiet |= 1L << warp;
    return false;
  }

  /** Whether the FIFO is empty. */
  public boolean empty() {
    return head == null;
  }

  /** What {@link #advance} would offer, a cache step being an access without lanes; or null. */
  public @Nullable LineAccess first() {
    return head;
  }

  /** As {@link L1Controller#renumber}. */
  public void renumber() {
    stall = Outcome.DONE;
  }

  /** Whether nothing of any warp is under way. */
  public boolean idle() {
    for (int warp = 0; warp < pending.length; warp++) {
      if (pending[warp] != 0 || blocking[warp] != null) {
        return false;
      }
    }
    return head == null;
  }

  /**
   * Offers the head of the FIFO to the L1.
   *
   * @return the cycles for which this occupies the L1, or 0 when it is stalled: then nothing is to
   *     be expected before the L1 has received a message
   */
  public int advance() {
    LineAccess first = pop();
    WarpAccess access = first.parent;
    if (first.lanes != 0) {
      Outcome outcome = l1.accept(first);
      if (outcome.stalled()) {
        return stalled(first, outcome);
      }
      wakeForRoom();
      return 1;
    }
    Step step = access.currentStep();
    int cycles = l1.cycles(step);
    Outcome outcome = l1.step(step, access);
    if (outcome.stalled()) {
      return stalled(first, outcome);
    }
    switch (outcome) {
      case AGAIN -> pushFront(first);
      case PENDING -> wakeForRoom();
      default -> stepped(access, first);
    }
    return cycles;
  }

  /** A cache step was done at once: the next one, if it is another, stays at the head. */
  private void stepped(WarpAccess access, LineAccess token) {
    access.step++;
    if (access.step < access.steps.length && access.currentStep().place() == Step.Place.CACHE) {
      pushFront(token);
    } else {
      takeStep(access);
      wakeForRoom();
    }
  }

  private int stalled(LineAccess first, Outcome outcome) {
    pushFront(first);
    stall = outcome;
    return 0;
  }

  /** Why {@link #advance} last returned 0. */
  public Outcome stall() {
    return stall;
  }

  /** The L1 has performed a line access. */
  public void performed(LineAccess line) {
    WarpAccess access = line.parent;
    int warp = access.warp;
    pending[warp]--;
    if (--access.outstanding == 0) {
      // what follows in this list is for lines that it was done for
      boolean none = access.diverted.length == access.lines.length;
      access.step = none ? access.steps.length : access.step + 1;
      takeStep(access);
    }
    if (pending[warp] == 0) {
      drained(warp);
    }
  }

  /** The L1 has not performed a line access: it goes on by the next list of steps. */
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

  /** The L1 has done a step that it had kept. */
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
          append(new LineAccess(access, 0, 0, 0, 0));
          return;
        }
        case LINES -> {
          if (access.lines.length != 0) {
            access.outstanding = access.lines.length;
            pending[access.warp] += access.lines.length;
            for (LineAccess line : access.lines) {
              append(line);
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
    environment.completed(access);
    if (access.blocking) {
      environment.mayIssue(access.warp);
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
    } else if (pending[warp] == 0 && (wantQuiet >>> warp & 1) != 0) {
      wantQuiet &= ~(1L << warp);
      environment.mayIssue(warp);
    }
  }

  /**
   * Tells one warp that was refused that there is room, the others when the FIFO has run empty: the
   * one told first need not come.
   */
  private void wakeForRoom() {
    if (wantRoom == 0 || queued >= room) {
      return;
    }
    long woken = head == null ? wantRoom : Long.lowestOneBit(wantRoom);
    wantRoom &= ~woken;
    for (; woken != 0; woken &= woken - 1) {
      environment.mayIssue(Long.numberOfTrailingZeros(woken));
    }
  }

  private void append(LineAccess line) {
    line.next = null;
    if (tail == null) {
      head = line;
    } else {
      tail.next = line;
    }
    tail = line;
    queued++;
  }

  private void pushFront(LineAccess line) {
    line.next = head;
    head = line;
    if (tail == null) {
      tail = line;
    }
    queued++;
  }

  private LineAccess pop() {
    LineAccess first = head;
    if (first == null) {
      throw new IllegalStateException("the request FIFO is empty");
    }
    head = first.next;
    if (head == null) {
      tail = null;
    }
    first.next = null;
    queued--;
    return first;
  }

  /** For a report of a hang: a line for each warp that waits, and what for. */
  public List<String> waiting() {
    return LsuText.waiting(blocking, pending, head, queued, stall);
  }

  // ---- for exploration, which looks at a unit in pieces ----

  /** Warps, as bits, of which an instruction under way blocks the next. */
  public long blocked() {
    long warps = 0;
    for (int warp = 0; warp < blocking.length; warp++) {
      warps |= blocking[warp] == null ? 0 : 1L << warp;
    }
    return warps;
  }

  /** Entries of the FIFO. */
  public int queued() {
    return queued;
  }

  /**
   * Takes the accesses behind the head out of the FIFO, in order, as they were before {@link
   * #issue}: issuing them again makes it what it was. None when this is not so of one of them: its
   * warp is blocked by it, or has come to wait for it, or it comes into the FIFO by several lines.
   * What blocks nothing is at its beginning there, for it has one step.
   */
  public List<WarpAccess> withdraw() {
    LineAccess first = head;
    List<WarpAccess> taken = new ArrayList<>();
    for (LineAccess at = first == null ? null : first.next; at != null; at = at.next) {
      WarpAccess access = at.parent;
      if (access.lines.length != 1 || blocking[access.warp] != null) {
        return List.of();
      }
      if (access.steps.length != 1 || access.alternatives.length != 0) {
        throw new IllegalStateException("an access that blocks nothing has several steps");
      }
      taken.add(access);
    }
    for (WarpAccess access : taken) {
      queued--;
      pending[access.warp]--;
      access.outstanding = 0;
      access.steps = WarpAccess.NO_STEPS;
      access.alternatives = WarpAccess.NO_ALTERNATIVES;
      access.lines[0].next = null;
    }
    if (first != null && !taken.isEmpty()) {
      first.next = null;
      tail = first;
    }
    return taken;
  }
}
