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
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Weaker synchronisation that would suffice for a run, as text. */
public final class ScopeText {
  private final ScopeAdvice advice;
  private final FenceOracle oracle;
  private final StringBuilder out = new StringBuilder();

  private ScopeText(ScopeAdvice advice) {
    this.advice = advice;
    this.oracle = new FenceOracle(advice);
  }

  /** The lines, each with a line feed at its end. */
  public static String of(ScopeAdvice advice) {
    ScopeText text = new ScopeText(advice);
    text.write();
    return text.out.toString();
  }

  private void write() {
    if (advice.refusal() != null) {
      line("no advice about scopes: %s".formatted(advice.refusal()));
      return;
    }
    line(
        "what would do, free of races and with the right answer, for this input (%,d cycles as it is):"
            .formatted(advice.cycles()));
    advice.lines().forEach(this::suggestion);
    if (advice.lines().isEmpty() && !advice.unfinished()) {
      line("  no line synchronises that could do with less");
    }
    together(advice.combination());
    promotion(advice.promotion());
    if (advice.unfinished()) {
      line("interrupted: not all lines were tried");
    }
  }

  private void suggestion(ScopeSuggestion suggestion) {
    Replacement instead = suggestion.instead();
    InstructionSite site = suggestion.site();
    String objection = suggestion.objection();
    if (instead != null) {
      line(
          "  %s %s: %s would do for this input, %s"
              .formatted(
                  site.line(), site.description(), instead.text(), gain(suggestion.cycles())));
    } else if (objection != null) {
      line("  %s %s: kept; %s".formatted(site.line(), site.description(), objection));
    } else {
      line("  %s %s: needed as it is for this input".formatted(site.line(), site.description()));
    }
    line("    %s".formatted(reliance(suggestion.reliance())));
    verdict(oracle.verdict(suggestion), "    ");
  }

  private void verdict(@Nullable LineVerdict verdict, String indent) {
    if (verdict == null) {
      return;
    }
    line(
        "%s%s: %s (%,d extracted tests)"
            .formatted(indent, verdict.standing().words(), verdict.reason(), verdict.tests()));
    LitmusTest test = verdict.counterexample();
    if (test != null && verdict.standing() == LineVerdict.Standing.REFUTED) {
      LitmusWriter.text(test).lines().forEach(row -> line(indent + "  " + row));
    }
  }

  private static String reliance(ExposedRaces reliance) {
    if (reliance.none()) {
      return "no access relies on it";
    }
    return "%s; for example %s"
        .formatted(
            reliance.pairs() > 0
                ? "%,d pairs of accesses rely on its order".formatted(reliance.pairs())
                : "no access relies on its order; %,d pairs with its accesses lie outside a narrower scope"
                    .formatted(reliance.ownCount()),
            reliance.example());
  }

  private void together(@Nullable Together jointAdvice) {
    if (jointAdvice == null) {
      return;
    }
    String objection = jointAdvice.objection();
    line(
        "all of these%s at once, for this input: %s"
            .formatted(
                jointAdvice.remaining().isEmpty() ? "" : " but " + names(jointAdvice.remaining()),
                objection == null ? gain(jointAdvice.cycles()) : objection));
    if (objection == null) {
      verdict(oracle.together(followed(jointAdvice)), "  ");
    }
  }

  private List<ScopeSuggestion> followed(Together jointAdvice) {
    return advice.lines().stream()
        .filter(suggestion -> jointAdvice.followed().contains(suggestion.site()))
        .toList();
  }

  private void promotion(ScopeAdvice.@Nullable Promotion promotion) {
    if (promotion == null) {
      return;
    }
    line(
        ("remote scope promotion, for this input: %,d accesses to words are by the CTA that uses them"
                + " most, %,d by others")
            .formatted(promotion.ownAccesses(), promotion.otherAccesses()));
    line("  at cta scope could be %s".formatted(names(promotion.local())));
    line("  .remote would have to be %s".formatted(names(promotion.remote())));
    String objection = promotion.objection();
    if (!promotion.reliance().none()) {
      line("  it would not do: then race %s".formatted(promotion.reliance().example()));
    } else if (objection != null) {
      line("  %s".formatted(objection));
    } else if (promotion.cycles() > 0) {
      line("  %s".formatted(gain(promotion.cycles())));
    } else {
      line("  this machine has none: --protocol srsp shows what it gains");
    }
  }

  private static String names(List<InstructionSite> sites) {
    return sites.stream()
        .map(site -> site.line() + " " + site.description())
        .collect(Collectors.joining(", "));
  }

  private String gain(long cycles) {
    double change = 100.0 * (advice.cycles() - cycles) / advice.cycles();
    return cycles == advice.cycles()
        ? "in as many cycles"
        : "%,d cycles, %.1f %% %s"
            .formatted(cycles, Math.abs(change), change > 0 ? "fewer" : "more");
  }

  private void line(String text) {
    out.append(text).append('\n');
  }
}
