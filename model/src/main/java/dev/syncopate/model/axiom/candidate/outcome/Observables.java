package dev.syncopate.model.axiom.candidate.outcome;

import dev.syncopate.model.litmus.FinalCondition;
import dev.syncopate.model.litmus.FinalCondition.Term;
import dev.syncopate.model.litmus.LitmusInstruction;
import dev.syncopate.model.litmus.LitmusRegisters;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.litmus.LitmusThread;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Observed registers and locations: registers by thread and name, then locations. */
public final class Observables {
  private static final Comparator<Term> ORDER =
      Comparator.<Term>comparingInt(term -> term instanceof Term.Register ? 0 : 1)
          .thenComparingInt(
              term -> term instanceof Term.Register(int thread, String _) ? thread : 0)
          .thenComparing(Observables::name, Comparator.comparingInt(String::length))
          .thenComparing(Observables::name);

  private final List<Term> terms;

  private Observables(Set<Term> terms) {
    this.terms = List.copyOf(terms);
  }

  /** What a test's filter and condition ask for; all that can be seen where they ask nothing. */
  public static Observables asked(LitmusTest test) {
    Set<Term> terms = new TreeSet<>(ORDER);
    collect(test.condition(), terms);
    collect(test.filter(), terms);
    return terms.isEmpty() ? all(test) : new Observables(terms);
  }

  /** What a test asks for, every register that some instruction sets, and every location. */
  public static Observables all(LitmusTest test) {
    Set<Term> terms = new TreeSet<>(ORDER);
    collect(test.condition(), terms);
    collect(test.filter(), terms);
    for (LitmusThread thread : test.threads()) {
      for (LitmusInstruction instruction : thread.instructions()) {
        String target = LitmusRegisters.set(instruction);
        if (target != null) {
          terms.add(new Term.Register(thread.id(), target));
        }
      }
    }
    test.locations().keySet().forEach(location -> terms.add(new Term.Content(location)));
    return new Observables(terms);
  }

  /** Registers and locations, in their order. */
  public List<Term> terms() {
    return terms;
  }

  /** How results name one: {@code 1:r0} or {@code x}. */
  public static String name(Term term) {
    return switch (term) {
      case Term.Register(int thread, String name) -> thread + ":" + name;
      case Term.Content(String location) -> location;
      case Term.Address(String location) -> "&" + location;
      case Term.Constant(long value) -> Long.toString(value);
    };
  }

  private static void collect(@Nullable FinalCondition condition, Set<Term> terms) {
    switch (condition) {
      case null -> {}
      case FinalCondition.And(List<FinalCondition> conditions) ->
          conditions.forEach(operand -> collect(operand, terms));
      case FinalCondition.Or(List<FinalCondition> conditions) ->
          conditions.forEach(operand -> collect(operand, terms));
      case FinalCondition.Not(FinalCondition a) -> collect(a, terms);
      case FinalCondition.Compare compare -> {
        for (Term term : List.of(compare.a(), compare.b())) {
          if (term instanceof Term.Register || term instanceof Term.Content) {
            terms.add(term);
          }
        }
      }
    }
  }
}
