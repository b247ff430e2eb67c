package dev.syncopate.model.explore.search;

import dev.syncopate.model.explore.table.IntList;
import dev.syncopate.model.explore.table.ParallelLoop;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds states from which nothing that ends a run can be reached any more: no final state, no
 * deadlock, no failure. For a search that met everything. Exact: from the ends backwards over all
 * transitions, each looked at once or twice.
 */
final class Livelocks {
  /** Successors of each state. */
  interface Graph {
    /**
     * Visits the states that one leads to, or {@link StateTransitions#OUT}; each perhaps more than
     * once.
     */
    void successors(int state, IntConsumer visitor);

    /**
     * Whether a state is an end, leads to {@link StateTransitions#OUT}, or to one of some states.
     */
    boolean leadsInto(int state, BitSet states);

    /** The same for another thread. */
    default Graph again() {
      return this;
    }
  }

  /** States that a thread takes at a time: whole words of a set. */
  private static final int BLOCK = 1 << 12;

  private final int states;
  private final Graph graph;

  /**
   * @param states how many there are, numbered from 0
   */
  Livelocks(int states, Graph graph) {
    this.states = states;
    this.graph = graph;
  }

  /**
   * A livelock.
   *
   * @param state the first from which no end can be reached
   * @param round from that state to one that is met forever again, and on until it is met again:
   *     states, without the first
   * @param length how many at the end of those are one round
   * @param again all states that are met forever again once one of them has been
   */
  record Livelock(int state, List<Integer> round, int length, BitSet again) {}

  /** The livelock whose first state has the lowest number, or null. */
  @Nullable Livelock find() {
    int lost = ending().nextClearBit(0);
    return lost == states ? null : livelock(lost);
  }

  /** The states from which a run can end. */
  private BitSet ending() {
    BitSet ending = ParallelLoop.threads() > 1 ? endingByBlocks() : new BitSet(states);
    BitSet open = new BitSet(states);
    open.set(0, states);
    open.andNot(ending);
    int oldCount;
    do { // highest numbers first, so that one pass settles whatever does not come back on its way
      oldCount = open.cardinality();
      for (int state = open.length() - 1; state >= 0; state = open.previousSetBit(state - 1)) {
        if (graph.leadsInto(state, ending)) {
          ending.set(state);
          open.clear(state);
        }
      }
    } while (2 * open.cardinality() < oldCount);
    if (!open.isEmpty()) {
      ending.or(leading(open, next -> next == StateTransitions.OUT || ending.get(next)));
    }
    return ending;
  }

  /**
   * Most of the states from which a run can end, by several threads. A thread sets the bits of its
   * block, and may miss a bit that another thread has just set: such a state is found later. The
   * sentinel after all states keeps the length of the set constant meanwhile.
   */
  private BitSet endingByBlocks() {
    BitSet ending = new BitSet();
    int sentinel = (states / Long.SIZE + 1) * Long.SIZE;
    ending.set(sentinel);
    int blocks = (states + BLOCK - 1) / BLOCK;
    ParallelLoop.run(
        blocks,
        round -> {
          Graph ownGraph = graph.again();
          int first = (blocks - 1 - round) * BLOCK;
          for (int state = Math.min(states, first + BLOCK) - 1; state >= first; state--) {
            if (ownGraph.leadsInto(state, ending)) {
              ending.set(state);
            }
          }
        });
    ending.clear(sentinel);
    return ending;
  }

  /** Those of some states from which a goal is reached without leaving them before. */
  private BitSet leading(BitSet among, IntPredicate goal) {
    int[] places = among.stream().toArray();
    int[] last = new int[places.length]; // by place: the last found edge into it, or -1
    Arrays.fill(last, -1);
    IntList previousEdges =
        new IntList(); // by edge: the one found before into the same place, or -1
    IntList edgeSources = new IntList(); // by edge: the place it is from
    BitSet visited = new BitSet();
    IntList work = new IntList();
    for (int place = 0; place < places.length; place++) {
      int placeIndex = place;
      graph.successors(
          places[place],
          next -> {
            if (goal.test(next)) {
              if (!visited.get(places[placeIndex])) {
                visited.set(places[placeIndex]);
                work.add(placeIndex);
              }
            } else if (among.get(next)) {
              int targetPlace = Arrays.binarySearch(places, next);
              previousEdges.add(last[targetPlace]);
              edgeSources.add(placeIndex);
              last[targetPlace] = edgeSources.size() - 1;
            }
          });
    }
    for (int processed = 0; processed < work.size(); processed++) {
      for (int edge = last[work.get(processed)]; edge >= 0; edge = previousEdges.get(edge)) {
        int place = edgeSources.get(edge);
        if (!visited.get(places[place])) {
          visited.set(places[place]);
          work.add(place);
        }
      }
    }
    return visited;
  }

  private Livelock livelock(int lost) {
    int inside = lost;
    BitSet reached = reached(inside);
    BitSet returning = leading(reached, goal(inside));
    while (!returning.equals(reached)) { // there is a way from which none comes back: take it
      reached.andNot(returning);
      reached.clear(inside);
      inside = reached.length() - 1;
      reached = reached(inside);
      returning = leading(reached, goal(inside));
    }
    List<Integer> way = new ArrayList<>();
    if (!reached.get(lost)) {
      way.addAll(way(lost, reached::get));
    }
    int entered = way.isEmpty() ? lost : way.getLast();
    List<Integer> round = way(entered, goal(entered));
    way.addAll(round);
    return new Livelock(lost, List.copyOf(way), round.size(), reached);
  }

  private static IntPredicate goal(int state) {
    return next -> next == state;
  }

  private BitSet reached(int start) {
    BitSet reached = new BitSet();
    reached.set(start);
    ArrayDeque<Integer> work = new ArrayDeque<>(List.of(start));
    while (!work.isEmpty()) {
      graph.successors(
          work.remove(),
          next -> {
            if (!reached.get(next)) {
              reached.set(next);
              work.add(next);
            }
          });
    }
    return reached;
  }

  /** The states of a shortest way with at least one step, without the first. */
  private List<Integer> way(int start, IntPredicate goal) {
    List<Integer> states = new ArrayList<>(List.of(start));
    IntList parents = new IntList();
    parents.add(-1);
    BitSet met = new BitSet();
    int[] end = {-1};
    for (int index = 0; end[0] < 0; index++) {
      int parent = index;
      graph.successors(
          states.get(index),
          next -> {
            if (!met.get(next) && end[0] < 0) {
              met.set(next);
              states.add(next);
              parents.add(parent);
              end[0] = goal.test(next) ? states.size() - 1 : -1;
            }
          });
    }
    ArrayDeque<Integer> way = new ArrayDeque<>();
    for (int index = end[0]; index > 0; index = parents.get(index)) {
      way.addFirst(states.get(index));
    }
    return List.copyOf(way);
  }
}
