package dev.syncopate.model.explore.transaction;

import dev.syncopate.memory.protocol.ProtocolException;
import dev.syncopate.model.explore.search.PropertyViolation;
import dev.syncopate.model.explore.table.ByteTable;
import dev.syncopate.model.litmus.LitmusTest;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds every state that a test can come to on the transaction unit, those in the fewest steps
 * first. States are compared whole, as bytes.
 */
final class UnitSearch {
  /** Told now and then how far it is; says whether to go on. */
  interface Progress {
    boolean at(long states, int depth);
  }

  /**
   * Something that must never happen.
   *
   * @param kind what kind of thing
   * @param message what is wrong
   * @param path the steps that lead there
   */
  record Wrong(PropertyViolation.Kind kind, String message, List<LaneStep> path) {}

  /**
   * An outcome.
   *
   * @param values of what is observed
   * @param states how many different final states show it
   * @param path the steps that lead to the first of them
   */
  record Ending(Map<String, Long> values, int states, List<LaneStep> path) {}

  private static final int TOLD = 4096;

  private final LitmusTest test;
  private final UnitSetup setup;
  private final StateBytes bytes = new StateBytes();
  private final ByteTable table = new ByteTable();
  private final Deque<UnitRun> waiting = new ArrayDeque<>();
  private final StateGraph graph = new StateGraph();
  private final Map<PropertyViolation.Kind, Wrong> wrong = new LinkedHashMap<>();
  private final Map<Map<String, Long>, Ending> endings = new LinkedHashMap<>();
  private boolean complete = true;

  UnitSearch(LitmusTest test, UnitSetup setup) {
    this.test = test;
    this.setup = setup;
  }

  /**
   * Searches.
   *
   * @param bound states after which to stop
   * @throws IllegalArgumentException for a test that cannot be explored
   */
  UnitSearch run(long bound, Observation observed, Progress progress) {
    UnitRun start = new UnitRun(test, setup);
    int _ = number(start, StateGraph.NONE, null);
    for (int state = 0; !waiting.isEmpty(); state++) {
      if (graph.states() > bound
          || (state % TOLD == TOLD - 1 && !progress.at(graph.states(), graph.depth(state)))) {
        complete = false;
        break;
      }
      UnitRun run = waiting.remove();
      if (!expand(state, run)) {
        complete = false;
        break;
      }
      if (run.finished()) {
        graph.end(state);
        Map<String, Long> values = observed.of(run);
        endings.merge(
            values,
            new Ending(values, 1, path(state)),
            (existing, added) ->
                new Ending(existing.values(), existing.states() + 1, existing.path()));
      }
    }
    if (complete) {
      hangs(start);
    }
    return this;
  }

  /** Observed values of final states. */
  interface Observation {
    Map<String, Long> of(UnitRun run);
  }

  /** Looks at all that follows a state; false where the unit itself fails. */
  private boolean expand(int state, UnitRun run) {
    List<LaneStep> steps = run.steps();
    if (steps.isEmpty() && !run.finished()) {
      graph.end(state);
      String waitingText = String.join("; ", run.waiting());
      found(
          PropertyViolation.Kind.DEADLOCK, "nothing more can happen: " + waitingText, path(state));
    }
    long enabled = 0;
    for (LaneStep step : steps) {
      enabled |= run.lanes(step);
    }
    graph.expand(state, enabled);
    for (LaneStep step : steps) {
      UnitRun next = run.copy();
      boolean gotOn;
      try {
        gotOn = next.apply(step, StepLog.NONE);
      } catch (ProtocolException | IllegalStateException e) {
        found(PropertyViolation.Kind.ERROR, String.valueOf(e.getMessage()), path(state, step));
        return false;
      }
      if (!next.fault().isEmpty()) {
        found(PropertyViolation.Kind.PROMISE, next.fault(), path(state, step));
        next.unwatched();
      }
      graph.edge(number(next, state, step), run.lanes(step), gotOn);
    }
    return true;
  }

  private void found(PropertyViolation.Kind kind, String message, List<LaneStep> path) {
    wrong.putIfAbsent(kind, new Wrong(kind, message, path));
  }

  private int number(UnitRun run, int parent, @Nullable LaneStep step) {
    bytes.clear();
    run.write(bytes);
    int number = table.number(bytes.array(), bytes.length());
    if (number == graph.states()) {
      graph.add(parent, step);
      waiting.add(run);
    }
    return number;
  }

  private List<LaneStep> path(int state) {
    return graph.path(state);
  }

  private List<LaneStep> path(int state, LaneStep last) {
    List<LaneStep> path = new ArrayList<>(graph.path(state));
    path.add(last);
    return path;
  }

  private void hangs(UnitRun start) {
    int stuck = new EndlessStates(graph).first();
    if (stuck >= 0) {
      found(PropertyViolation.Kind.LIVELOCK, "no terminating state reachable", path(stuck));
      return;
    }
    FairCycles cycles = new FairCycles(graph, start.lanes());
    List<Integer> round = cycles.find();
    if (!round.isEmpty()) {
      List<LaneStep> path = new ArrayList<>(path(round.getFirst()));
      List<LaneStep> repeated = steps(start, path, round);
      path.addAll(repeated);
      found(
          PropertyViolation.Kind.LIVELOCK,
          "no transaction need ever commit, though every lane takes its steps (the last %d steps repeat)"
              .formatted(repeated.size()),
          path);
    }
  }

  /** The steps of a round, found again. */
  private List<LaneStep> steps(UnitRun start, List<LaneStep> path, List<Integer> round) {
    UnitRun run = start.copy();
    for (LaneStep step : path) {
      advance(run, step);
    }
    List<LaneStep> steps = new ArrayList<>();
    for (int i = 1; i < round.size(); i++) {
      int targetState = round.get(i);
      LaneStep step =
          run.steps().stream()
              .filter(laneStep -> leads(run, laneStep, targetState))
              .findFirst()
              .orElseThrow(() -> new IllegalStateException("a cycle is none"));
      steps.add(step);
      advance(run, step);
    }
    return steps;
  }

  private boolean leads(UnitRun run, LaneStep step, int targetState) {
    UnitRun next = run.copy();
    advance(next, step);
    bytes.clear();
    next.write(bytes);
    return table.number(bytes.array(), bytes.length()) == targetState;
  }

  private static void advance(UnitRun run, LaneStep step) {
    boolean _ = run.apply(step, StepLog.NONE);
    if (!run.fault().isEmpty()) {
      run.unwatched();
    }
  }

  /** Of each kind of wrong thing the one met first. */
  List<Wrong> wrong() {
    return List.copyOf(wrong.values());
  }

  List<Ending> endings() {
    return List.copyOf(endings.values());
  }

  /** Whether all was searched. */
  boolean complete() {
    return complete;
  }

  StateGraph graph() {
    return graph;
  }

  /** What the observed names have in a run's state. */
  static Map<String, Long> only(
      Map<String, Long> values, java.util.function.Predicate<String> predicate) {
    Map<String, Long> selected = new TreeMap<>(values);
    selected.keySet().removeIf(predicate.negate());
    return selected;
  }
}
