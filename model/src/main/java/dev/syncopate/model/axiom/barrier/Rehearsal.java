package dev.syncopate.model.axiom.barrier;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Lets the threads come to their barriers and end in every order (PTX ISA manual, "barrier"). A
 * barrier without a count is complete when every thread of the block that has not ended has arrived
 * at it. A barrier with a count is complete after that many arrivals. Where arrivals give different
 * counts, all of them must be satisfied. Then the waiting threads go on, and the barrier starts
 * anew.
 */
final class Rehearsal {
  private static final int MOST_STATES = 200_000;

  private final List<List<Stop>> threads;
  private final int[] blocks;
  private final Settled settled;
  private final Set<Set<Meeting>> ways = new LinkedHashSet<>();
  private boolean hangs;

  Rehearsal(List<List<Stop>> threads, int[] blocks) {
    this.threads = threads;
    this.blocks = blocks;
    this.settled = new Settled(threads, blocks);
  }

  Encounters find() {
    Set<Situation> visited = new HashSet<>();
    Deque<Situation> open = new ArrayDeque<>();
    open.push(Situation.start(threads.size()));
    while (!open.isEmpty()) {
      Situation situation = open.pop();
      if (visited.add(situation)) {
        if (visited.size() > MOST_STATES) {
          throw new TooManyMeetingsException(
              "threads can come to their barriers in more than " + MOST_STATES + " ways");
        }
        go(situation, open);
      }
    }
    return new Encounters(ways, hangs);
  }

  private void go(Situation situation, Deque<Situation> open) {
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
  private boolean isSettled(Situation situation, int thread) {
    int next = situation.next(thread);
    return next == threads.get(thread).size()
        ? settled.endOf(blocks[thread])
        : settled.at(threads.get(thread).get(next).barrier());
  }

  private Situation moved(Situation situation, int thread) {
    int next = situation.next(thread);
    Situation moved =
        next == threads.get(thread).size()
            ? situation.ended(thread)
            : situation.arrived(threads.get(thread).get(next));
    for (String barrier : moved.barriers()) {
      List<Stop> arrived = moved.arrivedAt(barrier);
      if (isComplete(moved, arrived)) {
        moved.complete(barrier, new Meeting(arrived, needed(arrived)));
      }
    }
    return moved;
  }

  private boolean isComplete(Situation situation, List<Stop> arrived) {
    for (Stop stop : arrived) {
      if (stop.count() == Stop.ALL
          ? !isEverybody(situation, arrived)
          : stop.count() != arrived.size()) {
        return false;
      }
    }
    return true;
  }

  private boolean isEverybody(Situation situation, List<Stop> arrived) {
    for (int thread : absent(arrived)) {
      if (!situation.hasEnded(thread)) {
        return false;
      }
    }
    return true;
  }

  /** The threads that must have ended where these are all that meet. */
  private List<Integer> needed(List<Stop> arrived) {
    boolean needsAll = arrived.stream().anyMatch(stop -> stop.count() == Stop.ALL);
    return needsAll ? absent(arrived) : List.of();
  }

  private List<Integer> absent(List<Stop> arrived) {
    return Block.without(blocks, arrived);
  }
}
