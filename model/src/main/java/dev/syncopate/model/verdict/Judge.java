package dev.syncopate.model.verdict;

import dev.syncopate.model.axiom.candidate.AllowedOutcomes;
import dev.syncopate.model.axiom.candidate.ExecutionSearch;
import dev.syncopate.model.axiom.candidate.OutcomeRefusal;
import dev.syncopate.model.axiom.candidate.outcome.Observables;
import dev.syncopate.model.axiom.cat.CatModel;
import dev.syncopate.model.explore.Exploration;
import dev.syncopate.model.explore.ObservedOutcome;
import dev.syncopate.model.litmus.FinalCondition.Term;
import dev.syncopate.model.litmus.FinalState;
import dev.syncopate.model.litmus.LitmusTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Compares what was observed with what a model allows. */
public final class Judge {
  private Judge() {}

  /**
   * What a model says of an exploration.
   *
   * @param bound how often a thread executes an instruction at most, as the model counts
   */
  public static Verdict of(Exploration exploration, CatModel model, int bound) {
    LitmusTest test = exploration.test();
    return of(
        exploration, ExecutionSearch.of(test, model, Observables.asked(test), bound), model, bound);
  }

  /** The same, where what the model allows is known. */
  public static Verdict of(
      Exploration exploration, AllowedOutcomes findings, CatModel model, int bound) {
    LitmusTest test = exploration.test();
    Observables observables = findings.observables();
    Set<String> allowed = texts(findings, test);
    Set<String> observedTexts = new TreeSet<>();
    exploration.outcomes().forEach(outcome -> observedTexts.add(text(outcome, observables)));
    List<ObservedOutcome> outside = outside(exploration, findings);
    boolean racy = findings.flags().keySet().stream().anyMatch(model::undefines);
    List<String> unobserved = new ArrayList<>(allowed);
    unobserved.removeAll(observedTexts);
    return new Verdict(
        model.name(),
        racy,
        findings.cut(),
        racy || outside.isEmpty() ? List.of() : forbidden(outside, test, observables, model, bound),
        List.copyOf(unobserved));
  }

  /** What was observed and is not among what a model was found to allow. */
  public static List<ObservedOutcome> outside(Exploration exploration, AllowedOutcomes findings) {
    Set<String> allowed = texts(findings, exploration.test());
    return exploration.outcomes().stream()
        .filter(outcome -> !allowed.contains(text(outcome, findings.observables())))
        .toList();
  }

  /** Which of some outcomes that were observed a model allows; it says nothing of races. */
  public static AllowedOutcomes among(
      List<ObservedOutcome> observed, LitmusTest test, CatModel model, int bound) {
    Observables observables = Observables.asked(test);
    Set<String> targetTexts = new TreeSet<>();
    observed.forEach(outcome -> targetTexts.add(text(outcome, observables)));
    return ExecutionSearch.among(
        state -> is(state, observables, test, targetTexts), test, model, observables, bound);
  }

  private static boolean is(
      FinalState state, Observables observables, LitmusTest test, Set<String> texts) {
    return state instanceof dev.syncopate.model.axiom.candidate.outcome.ObservedState candidate
        && texts.contains(text(candidate, observables, test));
  }

  private static List<Verdict.Forbidden> forbidden(
      List<ObservedOutcome> outcomes,
      LitmusTest test,
      Observables observables,
      CatModel model,
      int bound) {
    List<Verdict.Forbidden> forbidden = new ArrayList<>();
    for (ObservedOutcome outcome : outcomes) {
      String text = text(outcome, observables);
      OutcomeRefusal refusal =
          OutcomeRefusal.of(
              test, model, observables, bound, state -> is(state, observables, test, Set.of(text)));
      forbidden.add(new Verdict.Forbidden(outcome, refusal));
    }
    return forbidden;
  }

  private static Set<String> texts(AllowedOutcomes findings, LitmusTest test) {
    Set<String> texts = new TreeSet<>();
    findings
        .outcomes()
        .keySet()
        .forEach(outcome -> texts.add(text(outcome, findings.observables(), test)));
    return texts;
  }

  private static String text(
      dev.syncopate.model.axiom.candidate.outcome.ObservedState outcome,
      Observables observables,
      LitmusTest test) {
    List<String> values = new ArrayList<>();
    for (int i = 0; i < observables.terms().size(); i++) {
      values.add(name(observables.terms().get(i)) + "=" + original(outcome.shown(i), test));
    }
    return String.join(", ", values);
  }

  private static String text(ObservedOutcome outcome, Observables observables) {
    List<String> values = new ArrayList<>();
    for (Term term : observables.terms()) {
      values.add(name(term) + "=" + outcome.shown(outcome.value(term)));
    }
    return String.join(", ", values);
  }

  /** A value in the machine's terms, where all names of a location are one address. */
  private static String original(String shown, LitmusTest test) {
    int plus = shown.indexOf('+');
    String name = shown.substring(0, plus < 0 ? shown.length() : plus);
    String location = name.startsWith("&") ? test.aliases().get(name.substring(1)) : null;
    return location == null ? shown : "&" + location + shown.substring(name.length());
  }

  private static String name(Term term) {
    return switch (term) {
      case Term.Register register -> "P" + register.thread() + ":" + register.name();
      case Term.Content content -> content.location();
      case Term.Address address -> "&" + address.location();
      case Term.Constant constant -> Long.toString(constant.value());
    };
  }
}
