package dev.syncopate.model.explore;

import dev.syncopate.model.litmus.FinalCondition;
import dev.syncopate.model.litmus.FinalCondition.Term;
import dev.syncopate.model.litmus.LitmusTest;
import java.util.Set;
import java.util.TreeSet;

/** Observables of a test's final state. */
public final class TestObservables {
  private TestObservables() {}

  private static String name(Term.Register register) {
    return "P" + register.thread() + ":" + register.name();
  }

  /** The location that has this name among others. */
  private static String original(LitmusTest test, String location) {
    return test.aliases().getOrDefault(location, location);
  }

  /**
   * The registers and locations that a test's filter and condition look at; empty when they look at
   * none.
   */
  public static Set<String> names(LitmusTest test) {
    Set<String> names = new TreeSet<>();
    collect(test, test.condition(), names);
    if (test.filter() != null) {
      collect(test, test.filter(), names);
    }
    return names;
  }

  private static void collect(LitmusTest test, FinalCondition condition, Set<String> names) {
    switch (condition) {
      case FinalCondition.And and ->
          and.conditions().forEach(operand -> collect(test, operand, names));
      case FinalCondition.Or or ->
          or.conditions().forEach(operand -> collect(test, operand, names));
      case FinalCondition.Not not -> collect(test, not.a(), names);
      case FinalCondition.Compare compare -> {
        collect(test, compare.a(), names);
        collect(test, compare.b(), names);
      }
    }
  }

  private static void collect(LitmusTest test, Term term, Set<String> names) {
    switch (term) {
      case Term.Register register -> names.add(name(register));
      case Term.Content content -> names.add(original(test, content.location()));
      case Term.Constant _, Term.Address _ -> {}
    }
  }
}
