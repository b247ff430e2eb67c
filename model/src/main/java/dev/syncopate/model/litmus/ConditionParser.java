package dev.syncopate.model.litmus;

import dev.syncopate.model.litmus.FinalCondition.Term;
import dev.syncopate.model.source.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/**
 * Reads a condition on final states. {@code ~} binds tightest, then {@code /\}, then {@code \/}.
 */
final class ConditionParser {
  private final TermReader words;
  private final SortedMap<Integer, ThreadBuilder> threads;

  ConditionParser(TermReader words, SortedMap<Integer, ThreadBuilder> threads) {
    this.words = words;
    this.threads = threads;
  }

  FinalCondition read() {
    words.tokens.enter();
    List<FinalCondition> conditions = new ArrayList<>(List.of(and()));
    while (words.tokens.accept("\\/")) {
      conditions.add(and());
    }
    words.tokens.leave();
    return conditions.size() == 1 ? conditions.getFirst() : new FinalCondition.Or(conditions);
  }

  private FinalCondition and() {
    List<FinalCondition> conditions = new ArrayList<>(List.of(not()));
    while (words.tokens.accept("/\\")) {
      conditions.add(not());
    }
    return conditions.size() == 1 ? conditions.getFirst() : new FinalCondition.And(conditions);
  }

  private FinalCondition not() {
    if (words.tokens.accept("~") || words.tokens.accept("not")) {
      words.tokens.enter();
      FinalCondition negated = new FinalCondition.Not(not());
      words.tokens.leave();
      return negated;
    }
    if (words.tokens.accept("(")) {
      FinalCondition condition = read();
      words.tokens.expect(")");
      return condition;
    }
    Term a = term(true);
    ComparisonOperator comparison = comparison();
    return new FinalCondition.Compare(comparison, a, term(false));
  }

  private ComparisonOperator comparison() {
    if (words.tokens.accept("=")) {
      return ComparisonOperator.EQ;
    }
    for (ComparisonOperator comparison : ComparisonOperator.values()) {
      if (words.tokens.accept(comparison.symbol())) {
        return comparison;
      }
    }
    throw words.tokens.unexpected("a comparison (`=`, `==`, `!=`, `<`, `>`, `<=`, `>=`)");
  }

  /** A bare location is its content on the left of a comparison, its address on the right. */
  private Term term(boolean isLeft) {
    Token start = words.tokens.peek();
    if (words.tokens.peekSecond().is(":")) {
      int thread = start.kind() == Token.Kind.NUMBER ? words.index("a thread") : words.thread();
      words.tokens.expect(":");
      return new Term.Register(thread, NameCheck.asked(words, threads, start, thread));
    }
    if (words.tokens.accept("[")) {
      String location = words.location();
      words.tokens.expect("]");
      return new Term.Content(location);
    }
    if (words.tokens.accept("&")) {
      return new Term.Address(words.location());
    }
    if (words.atLocation()) {
      String location = words.location();
      if (!words.tokens.accept("[")) {
        return isLeft ? new Term.Content(location) : new Term.Address(location);
      }
      Token index = words.tokens.peek();
      if (words.number() != 0) {
        throw words.error(index, "`" + location + "` has one element, number 0");
      }
      words.tokens.expect("]");
      return new Term.Content(location);
    }
    if (words.atNumber()) {
      return new Term.Constant(words.number());
    }
    throw words.tokens.unexpected("a register such as `P0:r1`, a location or a number");
  }
}
