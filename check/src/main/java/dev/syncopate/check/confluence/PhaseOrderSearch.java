package dev.syncopate.check.confluence;

import dev.syncopate.check.confluence.MbarrierEvent.Kind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Search through the orders of the operations on objects without a certificate. Depth-first, with
 * visited states and persistent sets: operations on different objects commute, so only the next
 * ones on one object are tried where no other operation on it can become possible before.
 */
final class PhaseOrderSearch {
  /** What an order shows. */
  record Violation(OrderError.Kind kind, int event, String fact, List<Integer> order) {}

  /** Violations, and whether all orders were tried. */
  record Result(List<Violation> violations, boolean complete, int states) {}

  /** Per object: phase, pending arrivals, expected arrivals, bytes, and {@link #VALID} or not. */
  private static final int FIELDS = 5;

  private static final int PHASE = 0;
  private static final int PENDING = 1;
  private static final int EXPECTED = 2;
  private static final int BYTES = 3;
  private static final int STATUS = 4;

  /** Bits of the status. */
  private static final int VALID = 1;

  /** A wait has seen the end of the phase before the current one. */
  private static final int SEEN = 2;

  private final MbarrierProgram program;
  private final PartialOrder order;

  /** By place of the program its index here. */
  private final int[] places;

  private final int placeCount;

  /** By event of the order its place's index. */
  private final int[] place;

  /** By event, those that must come before it, and those of them at its own place. */
  private final long[][] predecessors;

  private final long[][] ownPredecessors;
  private final int mostStates;
  private final Set<State> visited = new HashSet<>();
  private final Map<String, Violation> violations = new LinkedHashMap<>();

  private PhaseOrderSearch(MbarrierProgram program, PartialOrder order, int mostStates) {
    this.program = program;
    this.order = order;
    this.mostStates = mostStates;
    places = new int[program.lifeCount()];
    Arrays.fill(places, -1);
    place = new int[order.events.length];
    int count = 0;
    for (int i = 0; i < place.length; i++) {
      int index = program.life(event(i).life).place;
      if (places[index] < 0) {
        places[index] = count++;
      }
      place[i] = places[index];
    }
    placeCount = count;
    predecessors = new long[place.length][];
    ownPredecessors = new long[place.length][];
    for (int i = 0; i < place.length; i++) {
      int ownPlace = place[i];
      BitSet ownEvents = new BitSet();
      order.predecessors[i].stream().filter(p -> place[p] == ownPlace).forEach(ownEvents::set);
      predecessors[i] = order.predecessors[i].toLongArray();
      ownPredecessors[i] = ownEvents.toLongArray();
    }
  }

  /**
   * Tries all orders.
   *
   * @param mostStates after which it gives up
   */
  static Result of(MbarrierProgram program, PartialOrder order, int mostStates) {
    PhaseOrderSearch search = new PhaseOrderSearch(program, order, mostStates);
    boolean complete = search.run();
    return new Result(List.copyOf(search.violations.values()), complete, search.visited.size());
  }

  private MbarrierEvent event(int index) {
    return program.event(order.events[index]);
  }

  /** Operations that are done, and what they have made of the objects. */
  private static final class State {
    final long[] doneEvents;
    final int[] objects;

    State(long[] doneEvents, int[] objects) {
      this.doneEvents = doneEvents;
      this.objects = objects;
    }

    boolean did(int index) {
      return (doneEvents[index >> 6] >>> index & 1) != 0;
    }

    @Override
    public boolean equals(@Nullable Object object) {
      return object instanceof State second
          && Arrays.equals(doneEvents, second.doneEvents)
          && Arrays.equals(objects, second.objects);
    }

    @Override
    public int hashCode() {
      return 31 * Arrays.hashCode(doneEvents) + Arrays.hashCode(objects);
    }
  }

  /** A state with the order that has led to it. */
  private record Node(State state, @Nullable Node parent, int event) {}

  private boolean run() {
    State start = new State(new long[(place.length + 63) >> 6], new int[placeCount * FIELDS]);
    Deque<Node> stack = new ArrayDeque<>();
    stack.push(new Node(start, null, -1));
    visited.add(start);
    while (!stack.isEmpty()) {
      Node node = stack.pop();
      for (int next : chosen(node)) {
        State successor = after(node, next);
        if (successor != null && visited.add(successor)) {
          if (visited.size() > mostStates) {
            return false;
          }
          stack.push(new Node(successor, node, next));
        }
      }
    }
    return true;
  }

  /** The operations to try in a state; reports a deadlock. */
  private List<Integer> chosen(Node node) {
    State state = node.state;
    List<Integer> possible = new ArrayList<>();
    boolean[] isPersistent = new boolean[placeCount];
    boolean[] hasPossible = new boolean[placeCount];
    Arrays.fill(isPersistent, true);
    int blocked = -1;
    for (int i = 0; i < place.length; i++) {
      if (state.did(i)) {
        continue;
      }
      if (did(state, predecessors[i])) {
        if (mayRun(state, i)) {
          possible.add(i);
          hasPossible[place[i]] = true;
        } else {
          blocked = blocked < 0 ? i : blocked;
        }
      } else if (isPersistent[place[i]] && did(state, ownPredecessors[i])) {
        isPersistent[place[i]] = false;
      }
    }
    if (possible.isEmpty()) {
      if (blocked >= 0) {
        report(OrderError.Kind.DEADLOCK, node, blocked, "");
      }
      return possible;
    }
    for (int p = 0; p < placeCount; p++) {
      if (isPersistent[p] && hasPossible[p]) {
        int only = p;
        return possible.stream().filter(i -> place[i] == only).toList();
      }
    }
    return possible;
  }

  /** Whether all of a set are done. */
  private static boolean did(State state, long[] set) {
    for (int w = 0; w < set.length; w++) {
      if ((set[w] & ~state.doneEvents[w]) != 0) {
        return false;
      }
    }
    return true;
  }

  /** Whether an operation does not wait. */
  private boolean mayRun(State state, int index) {
    MbarrierEvent event = event(index);
    int object = place[index] * FIELDS;
    if (event.kind != Kind.WAIT || (state.objects[object + STATUS] & VALID) == 0) {
      return true;
    }
    int phase = state.objects[object + PHASE];
    return event.parity ? (phase & 1) != (event.phase & 1) : phase != event.phase;
  }

  /** The state after an operation; null if it goes wrong. */
  private @Nullable State after(Node node, int index) {
    MbarrierEvent event = event(index);
    long[] doneEvents = node.state.doneEvents.clone();
    doneEvents[index >> 6] |= 1L << index;
    int[] objects = node.state.objects.clone();
    int object = place[index] * FIELDS;
    boolean valid = (objects[object + STATUS] & VALID) != 0;
    if (event.kind == Kind.INIT) {
      if (valid) {
        return report(OrderError.Kind.REINIT, node, index, "");
      }
      objects[object + PHASE] = 0;
      objects[object + PENDING] = event.count;
      objects[object + EXPECTED] = event.count;
      objects[object + BYTES] = 0;
      objects[object + STATUS] = VALID | SEEN;
      return new State(doneEvents, objects);
    }
    if (!valid) {
      return report(OrderError.Kind.NO_OBJECT, node, index, "");
    }
    int phase = objects[object + PHASE];
    int pending = objects[object + PENDING];
    switch (event.kind) {
      case WAIT -> {
        int seenPhase = phase - 1;
        if (event.parity && seenPhase != event.phase) {
          return report(OrderError.Kind.OTHER_PHASE, node, index, phases(event.phase, seenPhase));
        }
        if (!event.parity && seenPhase > event.phase) {
          return report(OrderError.Kind.LAPPED, node, index, phases(event.phase, seenPhase));
        }
        objects[object + STATUS] |= SEEN;
        return new State(doneEvents, objects);
      }
      case INVAL -> objects[object + STATUS] = 0;
      case REQUEST -> objects[object + PENDING] += event.count;
      case EXPECT -> {
        if (phase != event.phase) {
          return report(OrderError.Kind.COUNTED_ELSEWHERE, node, index, moved(event, phase));
        }
        objects[object + BYTES] += event.bytes;
      }
      case COMPLETE -> {
        if (phase != event.phase) {
          return report(OrderError.Kind.COUNTED_ELSEWHERE, node, index, moved(event, phase));
        }
        objects[object + BYTES] -= event.bytes;
      }
      case ARRIVE, DROP, COPIED -> {
        if (event.count > pending) {
          String fact =
              "it counts %d, and the phase waits for %d of %d"
                  .formatted(event.count, pending, objects[object + EXPECTED]);
          return report(OrderError.Kind.OVER_ARRIVAL, node, index, fact);
        }
        if ((objects[object + STATUS] & SEEN) == 0) {
          return report(OrderError.Kind.NOT_AWAITED, node, index, "");
        }
        if (event.kind == Kind.COPIED && phase != event.phase) {
          return report(OrderError.Kind.COUNTED_ELSEWHERE, node, index, moved(event, phase));
        }
        objects[object + BYTES] += event.bytes;
        objects[object + PENDING] -= event.count;
        objects[object + EXPECTED] -= event.kind == Kind.DROP ? event.count : 0;
      }
      case INIT, JOIN -> throw new IllegalStateException("no operation on a valid object");
    }
    boolean mayEnd = event.kind.contributes() && event.kind != Kind.EXPECT;
    if (mayEnd && objects[object + PENDING] == 0 && objects[object + BYTES] == 0) {
      objects[object + PHASE]++;
      objects[object + PENDING] = objects[object + EXPECTED];
      objects[object + STATUS] &= ~SEEN;
    }
    return new State(doneEvents, objects);
  }

  private static String phases(int recorded, int seenPhase) {
    return "it sees the end of phase %d, and in the run that of phase %d"
        .formatted(seenPhase, recorded);
  }

  private static String moved(MbarrierEvent event, int phase) {
    return "%s in phase %d, and in the run in phase %d"
        .formatted(
            event.kind == Kind.COPIED ? "it counts" : "its %d bytes count".formatted(event.bytes),
            phase,
            event.phase);
  }

  /** Keeps the first violation of each kind and instruction. */
  private @Nullable State report(OrderError.Kind kind, Node node, int index, String fact) {
    MbarrierEvent event = event(index);
    String key = kind + " " + event.pc;
    if (!violations.containsKey(key)) {
      List<Integer> steps = new ArrayList<>();
      for (Node step = node; step != null && step.event >= 0; step = step.parent) {
        steps.addFirst(order.events[step.event]);
      }
      violations.put(key, new Violation(kind, order.events[index], fact, steps));
    }
    return null;
  }
}
