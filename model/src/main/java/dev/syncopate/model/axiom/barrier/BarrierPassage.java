package dev.syncopate.model.axiom.barrier;

import dev.syncopate.model.axiom.relation.Relation;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;

/**
 * One way to pass all barriers, with the time order that it forces upon events. A thread does
 * nothing between its arrival and its departure. It arrives, or ends, only after all its earlier
 * events. A thread that takes no part in a meeting of all threads has ended before that meeting.
 */
public final class BarrierPassage {
  private final Set<BarrierMeeting> meetings;
  private final int[] first;
  private final IntBinaryRelation hangsOn;
  private final IntPredicate inProgram;

  /** Some pairs of events. */
  @FunctionalInterface
  public interface IntBinaryRelation {
    /** Whether a pair is one of them. */
    boolean has(int a, int b);
  }

  /**
   * @param meetings who meets
   * @param first where each thread's events start; the last element is how many events there are
   * @param hangsOn from a read to what its thread cannot do before it knows the value
   */
  public BarrierPassage(Set<BarrierMeeting> meetings, int[] first, IntBinaryRelation hangsOn) {
    this(meetings, first, hangsOn, event -> true);
  }

  /**
   * The same of threads with asynchronous operations.
   *
   * @param inProgram whether an event is in program order: no thread waits for another
   */
  public BarrierPassage(
      Set<BarrierMeeting> meetings,
      int[] first,
      IntBinaryRelation hangsOn,
      IntPredicate inProgram) {
    this.meetings = meetings;
    this.first = first.clone();
    this.hangsOn = hangsOn;
    this.inProgram = inProgram;
  }

  /** From each arrival to the departures that wait for it. */
  public Relation waits() {
    Relation relation = new Relation(events());
    addWaits(relation);
    return relation;
  }

  /** Whether some meeting needs that a thread has ended. */
  public boolean needsEnds() {
    return meetings.stream().anyMatch(meeting -> !meeting.ended().isEmpty());
  }

  /**
   * Whether there is an order of time with it.
   *
   * @param source the write that a read reads from, which cannot come after it; -1 for none
   */
  public boolean isPossible(IntUnaryOperator source) {
    Relation order = new Relation(events() + threads());
    addWaits(order);
    for (BarrierMeeting meeting : meetings) {
      for (int ended : meeting.ended()) {
        meeting.stops().stream()
            .filter(BarrierArrival::waits)
            .forEach(stop -> order.add(end(ended), stop.departure()));
      }
      meeting.stops().forEach(stop -> addStop(stop, order));
      for (BarrierArrival late : meeting.late()) {
        addStop(late, order);
        meeting.stops().forEach(stop -> order.add(stop.arrival(), late.arrival()));
      }
    }
    for (int thread = 0; thread < threads(); thread++) {
      for (int event = first[thread]; event < first[thread + 1]; event++) {
        if (inProgram.test(event)) {
          order.add(event, end(thread));
        }
        int write = source.applyAsInt(event);
        if (write >= first[0]) {
          order.add(write, event);
        }
        for (int later = event + 1; later < first[thread + 1]; later++) {
          if (hangsOn.has(event, later)) {
            order.add(event, later);
          }
        }
      }
    }
    return order.isAcyclic();
  }

  private void addStop(BarrierArrival stop, Relation order) {
    for (int event = first[stop.thread()]; event < stop.arrival(); event++) {
      if (inProgram.test(event)) {
        order.add(event, stop.arrival());
      }
    }
    for (int event = stop.departure() + 1;
        stop.waits() && event < first[stop.thread() + 1];
        event++) {
      order.add(stop.departure(), event);
    }
  }

  private void addWaits(Relation relation) {
    for (BarrierMeeting meeting : meetings) {
      for (BarrierArrival arrives : meeting.stops()) {
        Stream.concat(meeting.stops().stream(), meeting.late().stream())
            .filter(BarrierArrival::waits)
            .forEach(waits -> relation.add(arrives.arrival(), waits.departure()));
      }
    }
  }

  private int events() {
    return first[threads()];
  }

  private int threads() {
    return first.length - 1;
  }

  private int end(int thread) {
    return events() + thread;
  }
}
