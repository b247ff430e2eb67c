package dev.syncopate.model.litmus;

import dev.syncopate.model.litmus.FinalCondition.Term;
import dev.syncopate.model.litmus.LitmusTest.Quantifier;
import dev.syncopate.model.source.TokenStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads a condition on final states. {@code ~} binds tightest, then {@code /\}, then {@code \/}.
 */
public final class ConditionParser {
  /** Reads a term of a comparison as one dialect writes it. */
  public interface Terms {
    /**
     * Reads a term.
     *
     * @param isLeft whether it is the left one of its comparison
     */
    Term read(boolean isLeft);
  }

  private final TokenStream tokens;
  private final Terms terms;

  public ConditionParser(TokenStream tokens, Terms terms) {
    this.tokens = tokens;
    this.terms = terms;
  }

  /** Reads a condition. */
  public FinalCondition read() {
    tokens.enter();
    List<FinalCondition> conditions = new ArrayList<>(List.of(and()));
    while (tokens.accept("\\/")) {
      conditions.add(and());
    }
    tokens.leave();
    return conditions.size() == 1 ? conditions.getFirst() : new FinalCondition.Or(conditions);
  }

  private FinalCondition and() {
    List<FinalCondition> conditions = new ArrayList<>(List.of(not()));
    while (tokens.accept("/\\")) {
      conditions.add(not());
    }
    return conditions.size() == 1 ? conditions.getFirst() : new FinalCondition.And(conditions);
  }

  private FinalCondition not() {
    if (tokens.accept("~") || tokens.accept("not")) {
      tokens.enter();
      FinalCondition negated = new FinalCondition.Not(not());
      tokens.leave();
      return negated;
    }
    if (tokens.accept("(")) {
      FinalCondition condition = read();
      tokens.expect(")");
      return condition;
    }
    Term a = terms.read(true);
    ComparisonOperator comparison = comparison();
    return new FinalCondition.Compare(comparison, a, terms.read(false));
  }

  private ComparisonOperator comparison() {
    if (tokens.accept("=")) {
      return ComparisonOperator.EQ;
    }
    for (ComparisonOperator comparison : ComparisonOperator.values()) {
      if (tokens.accept(comparison.symbol())) {
        return comparison;
      }
    }
    throw tokens.unexpected("a comparison (`=`, `==`, `!=`, `<`, `>`, `<=`, `>=`)");
  }

  /** Reads how a test asks its question. */
  public Quantifier quantifier() {
    if (tokens.accept("forall")) {
      return Quantifier.FORALL;
    }
    if (tokens.accept("exists")) {
      return Quantifier.EXISTS;
    }
    if (tokens.accept("~") || tokens.accept("not")) {
      tokens.expect("exists");
      return Quantifier.NOT_EXISTS;
    }
    throw tokens.unexpected("`exists`, `~exists` or `forall`");
  }
}
