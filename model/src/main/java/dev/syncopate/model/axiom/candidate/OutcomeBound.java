package dev.syncopate.model.axiom.candidate;

import dev.syncopate.model.axiom.candidate.outcome.Observables;
import dev.syncopate.model.axiom.candidate.outcome.ObservedState;
import dev.syncopate.model.axiom.candidate.path.MemoryEvent;
import dev.syncopate.model.axiom.candidate.path.SymbolicValue;
import dev.syncopate.model.axiom.candidate.path.TestLocations;
import dev.syncopate.model.litmus.FinalCondition.Term;
import dev.syncopate.model.litmus.LitmusTest;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Upper bound of the outcomes of a partial execution: for each observable the values that it may
 * have, independent of the other observables.
 */
final class OutcomeBound {
  /** Of more outcomes none is looked at: some may be such. */
  private static final int MOST = 1024;

  private final LitmusTest test;
  private final Observables observables;
  private final TestLocations locations;

  OutcomeBound(LitmusTest test, Observables observables, TestLocations locations) {
    this.test = test;
    this.observables = observables;
    this.locations = locations;
  }

  /** Outcomes that a search wants. */
  interface Wanted {
    /** Whether some outcome with these values, by observable, may be wanted. */
    boolean among(long[][] values);
  }

  /** Outcomes of a kind. */
  Wanted such(Predicate<ObservedState> predicate) {
    return values -> size(values) > MOST || any(values, new long[values.length], 0, predicate);
  }

  /**
   * Others than those that are known.
   *
   * @param knownOutcomes a set whose look-ups are fast
   */
  Wanted others(Set<ObservedState> knownOutcomes) {
    return values ->
        size(values) > knownOutcomes.size()
            || anyUnknown(values, new long[values.length], 0, knownOutcomes);
  }

  /** Whether an outcome that is wanted may come of an execution. */
  boolean mayShow(CandidateExecution execution, Wanted goal) {
    long[][] values = values(execution);
    return values == null || goal.among(values);
  }

  private boolean anyUnknown(
      long[][] values, long[] chosen, int next, Set<ObservedState> knownOutcomes) {
    if (next == chosen.length) {
      return !knownOutcomes.contains(new ObservedState(observables, locations, chosen));
    }
    for (long value : values[next]) {
      chosen[next] = value;
      if (anyUnknown(values, chosen, next + 1, knownOutcomes)) {
        return true;
      }
    }
    return false;
  }

  private static long size(long[][] values) {
    long size = 1;
    for (long[] domain : values) {
      size = Math.min(Integer.MAX_VALUE, size * domain.length);
    }
    return size;
  }

  private boolean any(
      long[][] values, long[] chosen, int next, Predicate<ObservedState> predicate) {
    if (next == chosen.length) {
      return predicate.test(new ObservedState(observables, locations, chosen.clone()));
    }
    for (long value : values[next]) {
      chosen[next] = value;
      if (any(values, chosen, next + 1, predicate)) {
        return true;
      }
    }
    return false;
  }

  /** By observable; null where one may have any value. */
  private long @Nullable [][] values(CandidateExecution execution) {
    long[][] values = new long[observables.terms().size()][];
    for (int i = 0; i < values.length; i++) {
      long[] domain =
          switch (observables.terms().get(i)) {
            case Term.Constant(long value) -> new long[] {value};
            case Term.Address(String location) ->
                new long[] {locations.address(locations.named(location))};
            case Term.Register(int thread, String name) -> register(execution, thread, name);
            case Term.Content(String location) -> last(execution, location(location));
          };
      if (domain == null) {
        return null;
      }
      values[i] = domain;
    }
    return values;
  }

  private long @Nullable [] register(CandidateExecution execution, int id, String name) {
    int thread = thread(id);
    SymbolicValue value = execution.skeleton.paths.get(thread).registers().get(name);
    return value == null
        ? new long[] {0}
        : execution.skeleton.domains().of(thread, value, execution.matching());
  }

  private static long @Nullable [] last(CandidateExecution execution, int location) {
    ReadMatching matching = execution.matching();
    long[] last = ValueSets.EMPTY;
    for (int write : execution.skeleton.writesTo(location)) {
      if (!execution.coherence().hasAfter(write)) {
        last =
            ValueSets.union(
                last,
                matching.knows(write)
                    ? new long[] {matching.value(write)}
                    : execution.skeleton.domains().of(write));
      }
    }
    return last;
  }

  /**
   * Tells by what an execution shows nothing that is wanted. What may be otherwise without showing
   * any is left out, first the writes that are last, as they are settled last.
   */
  void why(CandidateExecution execution, Wanted goal, ConflictCause cause) {
    long[][] values = values(execution);
    if (values == null) {
      return;
    }
    for (int i = 0; i < values.length; i++) {
      if (observables.terms().get(i) instanceof Term.Content(String name)) {
        whyLast(execution, location(name), i, values, goal, cause);
      }
    }
    for (int i = 0; i < values.length; i++) {
      if (observables.terms().get(i) instanceof Term.Register(int id, String name)) {
        int thread = thread(id);
        SymbolicValue value = execution.skeleton.paths.get(thread).registers().get(name);
        if (value != null
            && !widens(i, execution.skeleton.domains().of(thread, value), values, goal)) {
          execution.matching().because(thread, value, cause);
        }
      }
    }
  }

  /** Gives an observable more values, if even then nothing is wanted; whether it has them. */
  private static boolean widens(
      int observable, long @Nullable [] addedValues, long[][] values, Wanted goal) {
    if (addedValues == null) {
      return false;
    }
    long[] few = values[observable];
    values[observable] = ValueSets.union(few, addedValues);
    if (values[observable].length == few.length || !goal.among(values)) {
      return true;
    }
    values[observable] = few;
    return false;
  }

  private static void whyLast(
      CandidateExecution execution,
      int location,
      int observable,
      long[][] values,
      Wanted goal,
      ConflictCause cause) {
    int[] writes = execution.skeleton.writesTo(location);
    for (int write : writes) {
      boolean overwritten = execution.coherence().hasAfter(write);
      int successor = overwritten ? after(execution, write, writes, cause) : write;
      if (overwritten && cause.isGiven(write, successor)) {
        continue;
      }
      if (!widens(observable, execution.skeleton.domains().of(write), values, goal)) {
        if (overwritten) {
          cause.order(write, successor);
        } else {
          execution.matching().because(write, cause);
        }
      }
    }
  }

  /** A write that is after another, if possible in all executions of the skeleton. */
  private static int after(
      CandidateExecution execution, int write, int[] writes, ConflictCause cause) {
    int successor = write;
    for (int otherWrite : writes) {
      if (execution.coherence().contains(write, otherWrite)
          && (successor == write || cause.isGiven(write, otherWrite))) {
        successor = otherWrite;
      }
    }
    return successor;
  }

  /** Where a skeleton has the observables. */
  List<ObservedPlace> places(ExecutionSkeleton skeleton) {
    List<ObservedPlace> places = new ArrayList<>();
    for (Term term : observables.terms()) {
      places.addLast(
          switch (term) {
            case Term.Constant(long value) ->
                new ObservedPlace.Computed(0, new SymbolicValue.Known(value));
            case Term.Address(String name) ->
                new ObservedPlace.Computed(
                    0, new SymbolicValue.Known(locations.address(locations.named(name))));
            case Term.Register(int id, String name) -> {
              int thread = thread(id);
              SymbolicValue value = skeleton.paths.get(thread).registers().get(name);
              yield new ObservedPlace.Computed(
                  thread, value == null ? new SymbolicValue.Known(0) : value);
            }
            case Term.Content(String name) -> new ObservedPlace.Last(location(name));
          });
    }
    return places;
  }

  private int thread(int id) {
    for (int t = 0; t < test.threads().size(); t++) {
      if (test.threads().get(t).id() == id) {
        return t;
      }
    }
    throw new IllegalArgumentException("there is no thread P" + id);
  }

  private int location(String name) {
    return locations.location(locations.named(name));
  }

  /** The reads without a write that the outcome depends on, as far as it can be told. */
  BitSet open(CandidateExecution execution) {
    ExecutionSkeleton skeleton = execution.skeleton;
    BitSet visited = new BitSet();
    for (Term term : observables.terms()) {
      if (term instanceof Term.Register(int id, String name)) {
        int thread = thread(id);
        SymbolicValue value = skeleton.paths.get(thread).registers().get(name);
        if (value != null) {
          follow(execution, thread, value, visited);
        }
      } else if (term instanceof Term.Content(String name)) {
        for (int write : skeleton.writesTo(location(name))) {
          if (!execution.coherence().hasAfter(write)) {
            followWrite(execution, write, visited);
          }
        }
      }
    }
    BitSet open = new BitSet();
    for (int read = visited.nextSetBit(0); read >= 0; read = visited.nextSetBit(read + 1)) {
      open.set(read, execution.matching().source(read) == CandidateExecution.NONE);
    }
    return open;
  }

  private static void followWrite(CandidateExecution execution, int write, BitSet visited) {
    MemoryEvent event = execution.skeleton.event(write);
    SymbolicValue value = event.value();
    if (value != null && !execution.matching().knows(write)) {
      follow(execution, event.thread(), value, visited);
    }
  }

  private static void follow(
      CandidateExecution execution, int thread, SymbolicValue value, BitSet visited) {
    switch (value) {
      case SymbolicValue.Known _ -> {}
      case SymbolicValue.Read(int local) -> {
        int read = execution.skeleton.first[thread] + local;
        if (!execution.matching().knows(read) && !visited.get(read)) {
          visited.set(read);
          int source = execution.matching().source(read);
          if (source != CandidateExecution.NONE) {
            followWrite(execution, source, visited);
          }
        }
      }
      case SymbolicValue.Computed(var _, SymbolicValue a, SymbolicValue b, int _) -> {
        follow(execution, thread, a, visited);
        follow(execution, thread, b, visited);
      }
    }
  }
}
