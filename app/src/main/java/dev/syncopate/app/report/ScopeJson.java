package dev.syncopate.app.report;

import dev.syncopate.app.extract.FenceOracle;
import dev.syncopate.app.extract.LineVerdict;
import dev.syncopate.check.scope.ExposedRaces;
import dev.syncopate.check.scope.InstructionSite;
import dev.syncopate.check.scope.Replacement;
import dev.syncopate.check.scope.ScopeAdvice;
import dev.syncopate.check.scope.ScopeAdvice.Together;
import dev.syncopate.check.scope.ScopeSuggestion;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.litmus.LitmusWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Weaker synchronisation that would suffice for a run, for the JSON document. */
public final class ScopeJson {
  private ScopeJson() {}

  /** Member {@code scopes} of the document. */
  public static Map<String, @Nullable Object> of(ScopeAdvice advice) {
    Map<String, @Nullable Object> document = new LinkedHashMap<>();
    document.put("cycles", advice.cycles());
    document.put("refusal", advice.refusal());
    document.put("unfinished", advice.unfinished());
    FenceOracle oracle = new FenceOracle(advice);
    document.put(
        "lines", advice.lines().stream().map(suggestion -> line(suggestion, oracle)).toList());
    Together jointAdvice = advice.combination();
    document.put("together", jointAdvice == null ? null : together(jointAdvice, advice, oracle));
    ScopeAdvice.Promotion promotion = advice.promotion();
    document.put("promotion", promotion == null ? null : promotion(promotion));
    return document;
  }

  private static Map<String, @Nullable Object> line(
      ScopeSuggestion suggestion, FenceOracle oracle) {
    Map<String, @Nullable Object> line = new LinkedHashMap<>(site(suggestion.site()));
    Replacement instead = suggestion.instead();
    line.put("executed", suggestion.executed());
    line.put("instead", instead == null ? null : instead.text());
    line.put("cycles", instead == null ? null : suggestion.cycles());
    line.put("objection", suggestion.objection());
    line.put("reliance", reliance(suggestion.reliance()));
    line.put("verdict", verdict(oracle.verdict(suggestion)));
    return line;
  }

  private static @Nullable Map<String, @Nullable Object> verdict(@Nullable LineVerdict verdict) {
    if (verdict == null) {
      return null;
    }
    Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    tree.put("standing", verdict.standing().words());
    tree.put("tests", verdict.tests());
    tree.put("reason", verdict.reason());
    LitmusTest test = verdict.counterexample();
    tree.put("test", test == null ? null : LitmusWriter.text(test));
    return tree;
  }

  private static Map<String, @Nullable Object> reliance(ExposedRaces reliance) {
    Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    tree.put("pairs", reliance.pairs());
    tree.put("own", reliance.ownCount());
    tree.put("example", reliance.example());
    return tree;
  }

  private static Map<String, @Nullable Object> together(
      Together jointAdvice, ScopeAdvice advice, FenceOracle oracle) {
    Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    tree.put("followed", sites(jointAdvice.followed()));
    tree.put("left", sites(jointAdvice.remaining()));
    tree.put("cycles", jointAdvice.objection() == null ? jointAdvice.cycles() : null);
    tree.put("objection", jointAdvice.objection());
    List<ScopeSuggestion> followed =
        advice.lines().stream()
            .filter(suggestion -> jointAdvice.followed().contains(suggestion.site()))
            .toList();
    tree.put(
        "verdict", jointAdvice.objection() == null ? verdict(oracle.together(followed)) : null);
    return tree;
  }

  private static Map<String, @Nullable Object> promotion(ScopeAdvice.Promotion promotion) {
    Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    tree.put("local", sites(promotion.local()));
    tree.put("remote", sites(promotion.remote()));
    tree.put("ownAccesses", promotion.ownAccesses());
    tree.put("otherAccesses", promotion.otherAccesses());
    tree.put("reliance", reliance(promotion.reliance()));
    tree.put("cycles", promotion.cycles() == 0 ? null : promotion.cycles());
    tree.put("objection", promotion.objection());
    return tree;
  }

  private static List<Map<String, @Nullable Object>> sites(List<InstructionSite> sites) {
    return sites.stream().map(ScopeJson::site).toList();
  }

  private static Map<String, @Nullable Object> site(InstructionSite site) {
    Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    tree.put("line", site.line());
    tree.put("what", site.description());
    return tree;
  }
}
