package dev.syncopate.model.axiom.candidate.outcome;

import dev.syncopate.model.axiom.candidate.path.TestLocations;
import dev.syncopate.model.litmus.FinalCondition.Term;
import dev.syncopate.model.litmus.FinalState;
import java.util.Arrays;
import java.util.StringJoiner;

/** Final values of an execution's observables. Outcomes of one test compare by their values. */
public final class ObservedState implements FinalState, Comparable<ObservedState> {
  private final Observables observables;
  private final TestLocations locations;
  private final long[] values;

  /** With a value for each observable, in their order. */
  public ObservedState(Observables observables, TestLocations locations, long[] values) {
    this.observables = observables;
    this.locations = locations;
    this.values = values;
  }

  @Override
  public long register(int thread, String name) {
    return at(new Term.Register(thread, name));
  }

  @Override
  public long content(String location) {
    return at(new Term.Content(location));
  }

  @Override
  public long address(String location) {
    return locations.address(locations.named(location));
  }

  private long at(Term term) {
    int index = observables.terms().indexOf(term);
    if (index < 0) {
      throw new IllegalArgumentException(Observables.name(term) + " was not observed");
    }
    return values[index];
  }

  /** What is observed. */
  public long value(int index) {
    return values[index];
  }

  /** What is observed, as text. */
  public String shown(int index) {
    return locations.shown(values[index]);
  }

  @Override
  public int compareTo(ObservedState right) {
    return Arrays.compare(values, right.values);
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof ObservedState outcome && Arrays.equals(values, outcome.values);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(values);
  }

  /** Such as {@code 1:r0=1 1:r1=0 x=2}. */
  @Override
  public String toString() {
    StringJoiner text = new StringJoiner(" ");
    for (int i = 0; i < values.length; i++) {
      text.add(Observables.name(observables.terms().get(i)) + "=" + shown(i));
    }
    return text.toString();
  }
}
