package dev.syncopate.model.axiom.barrier;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Lets the threads come to their barriers and end in every order (PTX ISA manual, "barrier"). A
 * barrier without a count is complete when every thread of its group that has not ended has arrived
 * at it. A barrier with a count is complete after that many arrivals. Where arrivals give different
 * counts, all of them must be satisfied. Then the waiting threads go on, and the barrier starts
 * anew. Where barriers stay open, one with a count lets all threads pass from then on.
 */
final class Rehearsal {
  private static final int MOST_STATES = 200_000;

  private final List<List<BarrierArrival>> threads;
  private final int[] blocks;
  private final boolean staysOpen;
  private final SettledBarriers settled;
  private final Set<Set<BarrierMeeting>> ways = new LinkedHashSet<>();
  private boolean hangs;

  Rehearsal(List<List<BarrierArrival>> threads, int[] blocks, boolean staysOpen) {
    this.threads = threads;
    this.blocks = blocks;
    this.staysOpen = staysOpen;
    this.settled = new SettledBarriers(threads, blocks);
  }

  BarrierEncounters find() {
    Set<BarrierState> visited = new HashSet<>();
    Deque<BarrierState> open = new ArrayDeque<>();
    open.push(BarrierState.start(threads.size()));
    while (!open.isEmpty()) {
      BarrierState situation = open.pop();
      if (visited.add(situation)) {
        if (visited.size() > MOST_STATES) {
          throw new TooManyMeetingsException(
              "threads can come to their barriers in more than " + MOST_STATES + " ways");
        }
        go(situation, open);
      }
    }
    return new BarrierEncounters(ways, hangs);
  }

  private void go(BarrierState situation, Deque<BarrierState> open) {
    boolean stuck = true;
    boolean allEnded = true;
    for (int thread = 0; thread < threads.size(); thread++) {
      if (situation.moves(thread)) {
        stuck = false;
        if (isSettled(situation, thread)) {
          open.push(moved(situation, thread));
          return;
        }
      }
      allEnded &= situation.hasEnded(thread);
    }
    for (int thread = 0; thread < threads.size(); thread++) {
      if (situation.moves(thread)) {
        open.push(moved(situation, thread));
      }
    }
    if (stuck && allEnded) {
      ways.add(situation.meetings());
    } else if (stuck) {
      hangs = true;
    }
  }

  /** Whether it is no matter when a thread makes its next move: it may as well make it now. */
  private boolean isSettled(BarrierState situation, int thread) {
    int next = situation.next(thread);
    return next == threads.get(thread).size()
        ? settled.endOf(blocks[thread])
        : settled.at(threads.get(thread).get(next).barrier());
  }

  private BarrierState moved(BarrierState situation, int thread) {
    int next = situation.next(thread);
    BarrierState moved =
        next == threads.get(thread).size()
            ? situation.ended(thread)
            : situation.arrived(threads.get(thread).get(next));
    for (String barrier : moved.barriers()) {
      List<BarrierArrival> arrived = moved.arrivedAt(barrier);
      if (staysOpen && !needsAll(arrived)) {
        if (arrived.stream().allMatch(stop -> stop.count() <= arrived.size())) {
          moved.open(barrier, new BarrierMeeting(arrived, List.of()));
        }
      } else if (isComplete(moved, arrived)) {
        moved.complete(barrier, new BarrierMeeting(arrived, needed(arrived)));
      }
    }
    return moved;
  }

  private boolean isComplete(BarrierState situation, List<BarrierArrival> arrived) {
    for (BarrierArrival stop : arrived) {
      if (stop.count() == BarrierArrival.ALL
          ? !isEverybody(situation, arrived)
          : stop.count() != arrived.size()) {
        return false;
      }
    }
    return true;
  }

  private boolean isEverybody(BarrierState situation, List<BarrierArrival> arrived) {
    for (int thread : absent(arrived)) {
      if (!situation.hasEnded(thread)) {
        return false;
      }
    }
    return true;
  }

  /** The threads that must have ended where these are all that meet. */
  private List<Integer> needed(List<BarrierArrival> arrived) {
    return needsAll(arrived) ? absent(arrived) : List.of();
  }

  private static boolean needsAll(List<BarrierArrival> arrived) {
    return arrived.stream().anyMatch(stop -> stop.count() == BarrierArrival.ALL);
  }

  private List<Integer> absent(List<BarrierArrival> arrived) {
    return BarrierGroup.without(arrived);
  }
}
