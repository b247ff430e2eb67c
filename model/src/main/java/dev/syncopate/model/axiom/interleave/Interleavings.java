package dev.syncopate.model.axiom.interleave;

import dev.syncopate.model.axiom.halt.Cancellation;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.progress.FairCycleSearch;
import dev.syncopate.model.progress.Fairness;
import dev.syncopate.model.progress.Lasso;
import dev.syncopate.model.progress.ProgressUnits;
import dev.syncopate.model.progress.StepGraph;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All interleavings of a test, as a graph of states: exact where accesses are interleaved. */
public final class Interleavings implements StepGraph {
  private static final int MOST_STATES = 300_000;

  private static final int[] NO_STEPS = {};

  private final InterleavedProgram program;
  private final ProgressUnits units;
  private final List<InterleavedState> states = new ArrayList<>();
  private final Map<Object, Integer> numbers = new HashMap<>();

  /** By state: targets and threads of its steps, in turns. */
  private final List<int[]> steps = new ArrayList<>();

  /** By state: the state that it was first reached from. */
  private final List<Integer> parents = new ArrayList<>();

  private int deadlock = -1;

  private Interleavings(LitmusTest test, ProgressUnits units) {
    this.program = new InterleavedProgram(test);
    this.units = units;
  }

  /**
   * A run that never ends.
   *
   * @param prefix its steps up to what repeats or stands still
   * @param round the steps that repeat; none where threads wait at barriers forever
   */
  public record EndlessInterleaving(List<String> prefix, List<String> round) {
    /** Keeps copies. */
    public EndlessInterleaving {
      prefix = List.copyOf(prefix);
      round = List.copyOf(round);
    }
  }

  /**
   * A run that never ends and that the scheduler may choose, or null where there is none.
   *
   * @throws InterleavingException where the interleavings cannot be searched, saying why
   */
  public static @Nullable EndlessInterleaving endless(
      LitmusTest test, ProgressUnits units, Fairness fairness) {
    Interleavings graph = new Interleavings(test, units);
    boolean complete = graph.search();
    if (graph.deadlock >= 0) {
      return new EndlessInterleaving(graph.texts(graph.to(graph.deadlock)), List.of());
    }
    Lasso lasso = FairCycleSearch.find(graph, units, fairness);
    if (lasso == null && !complete) {
      throw new InterleavingException(
          "its interleavings have more than %,d states".formatted(MOST_STATES));
    }
    return lasso == null
        ? null
        : new EndlessInterleaving(graph.texts(lasso.prefix()), graph.texts(lasso.round()));
  }

  /** Meets all states; false where there are too many, and the steps of the last are not known. */
  private boolean search() {
    Cancellation cancellation = Cancellation.current();
    int _ = number(program.start(), -1);
    for (int state = 0; state < states.size(); state++) {
      cancellation.poll();
      if (states.size() > MOST_STATES) {
        return false;
      }
      List<Integer> row = new ArrayList<>();
      boolean ended = true;
      for (int thread = 0; thread < program.threads(); thread++) {
        ended &= program.hasEnded(states.get(state), thread);
        for (InterleavedProgram.Outcome outcome : program.steps(states.get(state), thread)) {
          row.add(number(outcome.state(), state));
          row.add(thread);
        }
      }
      steps.add(row.stream().mapToInt(Integer::intValue).toArray());
      if (row.isEmpty() && !ended && deadlock < 0) {
        deadlock = state;
      }
    }
    return true;
  }

  private int number(InterleavedState state, int parent) {
    Integer existing = numbers.putIfAbsent(state.key(), states.size());
    if (existing != null) {
      return existing;
    }
    states.add(state);
    parents.add(parent);
    return states.size() - 1;
  }

  private List<Lasso.Step> to(int state) {
    List<Lasso.Step> path = new ArrayList<>();
    for (int target = state; parents.get(target) >= 0; target = parents.get(target)) {
      int source = parents.get(target);
      int[] row = steps.get(source);
      for (int i = 0; i < row.length; i += 2) {
        if (row[i] == target) {
          path.add(new Lasso.Step(source, row[i + 1], target));
          break;
        }
      }
    }
    Collections.reverse(path);
    return path;
  }

  private List<String> texts(List<Lasso.Step> path) {
    return path.stream().map(this::text).toList();
  }

  private String text(Lasso.Step step) {
    return program.steps(states.get(step.source()), step.agent()).stream()
        .filter(
            outcome -> Integer.valueOf(step.target()).equals(numbers.get(outcome.state().key())))
        .findFirst()
        .orElseThrow()
        .text();
  }

  // ---- as a graph of steps ----

  @Override
  public int agents() {
    return program.threads();
  }

  @Override
  public int unit(int agent) {
    return units.of(agent);
  }

  @Override
  public void steps(int state, Visitor visitor) {
    int[] row = state < steps.size() ? steps.get(state) : NO_STEPS;
    for (int i = 0; i < row.length; i += 2) {
      visitor.step(row[i], row[i + 1]);
    }
  }

  @Override
  public long ended(int state) {
    boolean[] ended = new boolean[program.threads()];
    for (int thread = 0; thread < ended.length; thread++) {
      ended[thread] = program.hasEnded(states.get(state), thread);
    }
    return units.whole(ended);
  }
}
