package dev.syncopate.app.race;

import dev.syncopate.machine.observer.LaunchObserver;
import dev.syncopate.machine.observer.MbarrierAccess;
import dev.syncopate.machine.observer.Observer;
import dev.syncopate.machine.observer.SharedAccess;
import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.access.WarpAccess;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;

/**
 * The events of a small launch, as a memory model sees them. Each access is one lane's. Values tell
 * which write a strong read of global memory has read, so each write must leave another one;
 * accesses to shared memory come one after the other.
 */
final class RecordedRun implements Observer, LaunchObserver {
  /** What an event is. */
  enum Sort {
    READ,
    WRITE,
    FENCE,
    ARRIVAL,
    DEPARTURE
  }

  /** An event of a thread. */
  static final class Event {
    final Sort sort;
    final int thread;
    final int cta;
    final int pc;
    final MemoryOperation operation;
    final String place;

    /** What it has read or written; -1 while that is not known. */
    long value = -1;

    /** The other half of a read-modify-write; null for none. */
    Event half;

    /** The write that it has read, where that is known without its value; null for none. */
    Event source;

    /** Its place among all. */
    int number;

    /** Which barrier it arrives at or departs from; the number of its arrival among all. */
    int meeting = -1;

    Event(Sort sort, int thread, int cta, int pc, MemoryOperation operation, String place) {
      this.sort = sort;
      this.thread = thread;
      this.cta = cta;
      this.pc = pc;
      this.operation = operation;
      this.place = place;
    }

    boolean isAccess() {
      return sort == Sort.READ || sort == Sort.WRITE;
    }

    /** Whether it is the read of an atomic that returns nothing. */
    boolean isBlind() {
      return sort == Sort.READ && half != null && !operation.resultUsed();
    }
  }

  private static final MemoryOperation MEETING = MemoryOperation.fence(Order.WEAK, Scope.CTA);
  private static final MemoryOperation ARRIVE =
      MemoryOperation.store(DataType.B64).with(Order.RELEASE, Scope.CTA);
  private static final MemoryOperation WAIT =
      MemoryOperation.load(DataType.B64).with(Order.ACQUIRE, Scope.CTA);

  private final List<Event> events = new ArrayList<>();
  private final Map<WarpAccess, Event> pending = new HashMap<>();
  private final Map<Warp, Cta> ctas = new HashMap<>();
  private final Map<String, Event> latestShared = new HashMap<>();
  private int meetings;
  private boolean ambiguous;

  /** In the order in which they were issued, which takes in each thread's program order. */
  List<Event> events() {
    return events;
  }

  /**
   * Whether something was read while a read-modify-write of the same place was on its way, or after
   * one that returns nothing: a checker that goes with the run cannot know whether that was read.
   */
  boolean isAmbiguous() {
    return ambiguous;
  }

  @Override
  public LaunchObserver launched(Grid grid, IntToLongFunction clock) {
    return this;
  }

  @Override
  public void started(int unit, Cta cta) {
    for (Warp warp : cta.warps) {
      ctas.put(warp, cta);
    }
  }

  private Event event(
      Sort sort, Warp warp, int lane, int pc, MemoryOperation operation, String place) {
    Cta cta = ctas.get(warp);
    int thread = (int) (cta.index * cta.warps.length + warp.indexInCta()) * warp.width + lane;
    Event event = new Event(sort, thread, (int) cta.index, pc, operation, place);
    events.add(event);
    return event;
  }

  /**
   * A lane's access as one event, or two for a read-modify-write, of which the read is returned.
   */
  private Event access(Warp warp, int lane, int pc, MemoryOperation operation, String place) {
    if (operation.kind() != AccessKind.ATOMIC) {
      return event(
          operation.kind() == AccessKind.LOAD ? Sort.READ : Sort.WRITE,
          warp,
          lane,
          pc,
          operation,
          place);
    }
    Event read = event(Sort.READ, warp, lane, pc, operation, place);
    read.half = event(Sort.WRITE, warp, lane, pc, operation, place);
    read.half.half = read;
    return read;
  }

  private static int only(long lanes) {
    if (Long.bitCount(lanes) != 1) {
      throw new IllegalStateException("lanes do something together");
    }
    return Long.numberOfTrailingZeros(lanes);
  }

  @Override
  public void issued(int unit, Warp warp, int pc, WarpAccess access, long lanes) {
    MemoryOperation operation = access.operation;
    int lane = only(lanes);
    if (operation.kind() == AccessKind.FENCE) {
      event(Sort.FENCE, warp, lane, pc, operation, "");
      return;
    }
    Event event = access(warp, lane, pc, operation, "global " + access.address[lane]);
    if (operation.kind() == AccessKind.STORE) {
      event.value = access.operand[lane];
    } else if (operation.kind() == AccessKind.ATOMIC) {
      // What it adds, until it is known to what.
      event.half.value = access.operand[lane];
    }
    if (operation.order() != Order.WEAK) {
      pending.put(access, event);
    }
  }

  @Override
  public void completed(int unit, Warp warp, WarpAccess access) {
    Event event = pending.remove(access);
    if (event == null || event.sort != Sort.READ || !event.operation.resultUsed()) {
      return;
    }
    for (Event candidate : events) {
      boolean unknown = candidate.isBlind() || pending.containsValue(candidate);
      ambiguous |= unknown && candidate.half != null && candidate.place.equals(event.place);
    }
    int lane = only(access.lanes);
    event.value = access.result[access.resultBase[0] + lane] & 0xffff_ffffL;
    AtomicOp atomic = event.operation.atomic();
    if (atomic != null) {
      event.half.value =
          atomic.apply(event.operation.type(), event.value, access.operand[lane], 0) & 0xffff_ffffL;
    }
  }

  @Override
  public void shared(int unit, SharedAccess access) {
    int lane = only(access.lanes());
    Cta cta = ctas.get(access.warp());
    String place = "shared " + cta.index + " " + access.offset(lane, 0);
    inOrder(access(access.warp(), lane, access.pc(), access.operation(), place));
  }

  @Override
  public void mbarrier(int unit, MbarrierAccess access) {
    if (access.resets() || access.transacts()) {
      return;
    }
    int lane = only(access.lanes());
    Warp warp = access.warp();
    int pc = access.pc();
    String place = "shared " + ctas.get(warp).index + " " + access.offset(lane);
    if (access.kind().arrives()) {
      Event read = event(Sort.READ, warp, lane, pc, ARRIVE, place);
      read.half = event(Sort.WRITE, warp, lane, pc, ARRIVE, place);
      read.half.half = read;
      inOrder(read);
    } else {
      inOrder(event(Sort.READ, warp, lane, pc, WAIT, place));
    }
  }

  private void inOrder(Event event) {
    if (event.sort == Sort.READ) {
      event.source = latestShared.get(event.place);
    }
    Event write = event.sort == Sort.WRITE ? event : event.half;
    if (write != null) {
      latestShared.put(event.place, write);
    }
  }

  @Override
  public void barrier(int unit, Cta cta, Warp[] warps, long[] lanes, int[] pcs, int count) {
    meet(warps, lanes, pcs, count);
  }

  @Override
  public void converged(int unit, Warp warp, int pc, long lanes) {
    meet(new Warp[] {warp}, new long[] {lanes}, new int[] {pc}, 1);
  }

  private void meet(Warp[] warps, long[] lanes, int[] pcs, int count) {
    for (Sort sort : List.of(Sort.ARRIVAL, Sort.DEPARTURE)) {
      for (int i = 0; i < count; i++) {
        for (long rest = lanes[i]; rest != 0; rest &= rest - 1) {
          if (sort == Sort.ARRIVAL || pcs[i] >= 0) {
            int lane = Long.numberOfTrailingZeros(rest);
            event(sort, warps[i], lane, pcs[i], MEETING, "").meeting = meetings;
          }
        }
      }
    }
    meetings++;
  }

  /**
   * Leaves only the events of threads that access memory, and finds out what blind atomics have
   * read: those of a place to which distinct powers of two are added.
   */
  void complete() {
    boolean[] acts = new boolean[1 + events.stream().mapToInt(e -> e.thread).max().orElse(0)];
    events.forEach(event -> acts[event.thread] |= event.isAccess());
    events.removeIf(event -> !acts[event.thread]);
    for (int i = 0; i < events.size(); i++) {
      events.get(i).number = i;
    }
    for (Event event : events) {
      if (event.isBlind() && event.place.startsWith("global")) {
        long added = event.half.value;
        long valueBefore = Long.MAX_VALUE;
        long maximum = 0;
        for (Event candidate : events) {
          if (candidate.sort == Sort.READ
              && candidate.half != null
              && candidate.place.equals(event.place)) {
            if (!candidate.isBlind() && (candidate.value & added) != 0) {
              valueBefore = Math.min(valueBefore, candidate.value - added);
            }
            maximum = candidate.isBlind() ? maximum : Math.max(maximum, candidate.half.value);
          }
        }
        event.value = valueBefore == Long.MAX_VALUE ? maximum : valueBefore;
        event.half.value = event.value + added;
      }
    }
  }
}
