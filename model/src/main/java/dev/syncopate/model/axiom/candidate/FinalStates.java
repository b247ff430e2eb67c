package dev.syncopate.model.axiom.candidate;

import dev.syncopate.model.axiom.candidate.outcome.Observables;
import dev.syncopate.model.axiom.candidate.outcome.ObservedState;
import dev.syncopate.model.axiom.candidate.path.MemoryEvent;
import dev.syncopate.model.axiom.candidate.path.SymbolicValue;
import dev.syncopate.model.axiom.candidate.path.TestLocations;
import dev.syncopate.model.litmus.FinalCondition.Term;
import dev.syncopate.model.litmus.LitmusTest;
import java.util.ArrayList;
import java.util.List;

/** Final state of an execution. */
final class FinalStates {
  private final LitmusTest test;
  private final TestLocations locations;
  private final CandidateExecution execution;

  private FinalStates(LitmusTest test, TestLocations locations, CandidateExecution execution) {
    this.test = test;
    this.locations = locations;
    this.execution = execution;
  }

  /** The outcome; several where a location has several last writes, none before the other. */
  static List<ObservedState> of(
      LitmusTest test,
      Observables observables,
      TestLocations locations,
      CandidateExecution execution) {
    FinalStates states = new FinalStates(test, locations, execution);
    List<long[]> combinations = new ArrayList<>();
    combinations.add(new long[observables.terms().size()]);
    for (int i = 0; i < observables.terms().size(); i++) {
      List<long[]> longer = new ArrayList<>();
      for (long value : states.values(observables.terms().get(i))) {
        for (long[] values : combinations) {
          long[] copy = values.clone();
          copy[i] = value;
          longer.add(copy);
        }
      }
      combinations = longer;
    }
    return combinations.stream()
        .map(values -> new ObservedState(observables, locations, values))
        .toList();
  }

  private List<Long> values(Term term) {
    return switch (term) {
      case Term.Constant(long value) -> List.of(value);
      case Term.Address(String location) -> List.of(locations.address(locations.named(location)));
      case Term.Register(int thread, String name) -> List.of(register(thread, name));
      case Term.Content(String location) -> last(locations.location(locations.named(location)));
    };
  }

  private long register(int id, String name) {
    for (int t = 0; t < test.threads().size(); t++) {
      if (test.threads().get(t).id() == id) {
        SymbolicValue value = execution.skeleton.paths.get(t).registers().get(name);
        return value == null ? 0 : execution.matching().in(t, value);
      }
    }
    throw new IllegalArgumentException("there is no thread P" + id);
  }

  private List<Long> last(int location) {
    List<Long> last = new ArrayList<>();
    for (int a = 0; a < execution.events(); a++) {
      if (writes(a, location) && !isFollowed(a, location)) {
        last.add(execution.matching().value(a));
      }
    }
    return last;
  }

  private boolean isFollowed(int a, int location) {
    for (int b = 0; b < execution.events(); b++) {
      if (writes(b, location) && execution.coherence().contains(a, b)) {
        return true;
      }
    }
    return false;
  }

  private boolean writes(int number, int location) {
    MemoryEvent event = execution.skeleton.event(number);
    return event.writes() && event.location() == location;
  }
}
