package dev.syncopate.model.axiom.candidate;

import dev.syncopate.model.axiom.candidate.outcome.Observables;
import dev.syncopate.model.axiom.cat.CatCompiler;
import dev.syncopate.model.axiom.cat.CatModel;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.source.SourceText;
import java.util.Set;
import java.util.TreeSet;

/** Small models and what they allow. */
final class Judged {
  static final CatModel SC =
      model(
          """
          "Sequential consistency"
          empty rmw & (fre; coe) as atomicity
          acyclic po | rf | co | fr as sc
          """);

  /** Coherence of each location, and nothing across locations. */
  static final CatModel COHERENT =
      model(
          """
          "Per-location coherence"
          empty rmw & (fre; coe) as atomicity
          acyclic po-loc | rf | co | fr as coherence
          """);

  private Judged() {}

  static CatModel model(String text) {
    return CatCompiler.compile(new SourceText("m.cat", text), (name, includer) -> null);
  }

  /** What is asked for, in each allowed outcome. */
  static Set<String> outcomes(String test, CatModel model) {
    return outcomes(test, model, 3);
  }

  static Set<String> outcomes(String text, CatModel model, int bound) {
    LitmusTest test = LitmusTest.read("t.litmus", text);
    return shown(ExecutionSearch.of(test, model, Observables.asked(test), bound));
  }

  static Set<String> shown(AllowedOutcomes findings) {
    Set<String> shown = new TreeSet<>();
    findings.outcomes().keySet().forEach(outcome -> shown.add(outcome.toString()));
    return shown;
  }
}
