package dev.syncopate.model.litmus;

import dev.syncopate.model.litmus.Condition.Term;
import dev.syncopate.model.source.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/**
 * Reads a condition on final states. {@code ~} binds tightest, then {@code /\}, then {@code \/}.
 */
final class ConditionParser {
  private final Words words;
  private final SortedMap<Integer, ThreadBuilder> threads;

  ConditionParser(Words words, SortedMap<Integer, ThreadBuilder> threads) {
    this.words = words;
    this.threads = threads;
  }

  Condition read() {
    words.in.enter();
    List<Condition> conditions = new ArrayList<>(List.of(and()));
    while (words.in.accept("\\/")) {
      conditions.add(and());
    }
    words.in.leave();
    return conditions.size() == 1 ? conditions.getFirst() : new Condition.Or(conditions);
  }

  private Condition and() {
    List<Condition> conditions = new ArrayList<>(List.of(not()));
    while (words.in.accept("/\\")) {
      conditions.add(not());
    }
    return conditions.size() == 1 ? conditions.getFirst() : new Condition.And(conditions);
  }

  private Condition not() {
    if (words.in.accept("~") || words.in.accept("not")) {
      words.in.enter();
      Condition negated = new Condition.Not(not());
      words.in.leave();
      return negated;
    }
    if (words.in.accept("(")) {
      Condition condition = read();
      words.in.expect(")");
      return condition;
    }
    Term a = term(true);
    Comparison comparison = comparison();
    return new Condition.Compare(comparison, a, term(false));
  }

  private Comparison comparison() {
    if (words.in.accept("=")) {
      return Comparison.EQ;
    }
    for (Comparison comparison : Comparison.values()) {
      if (words.in.accept(comparison.symbol())) {
        return comparison;
      }
    }
    throw words.in.unexpected("a comparison (`=`, `==`, `!=`, `<`, `>`, `<=`, `>=`)");
  }

  /** A bare location is its content on the left of a comparison, its address on the right. */
  private Term term(boolean left) {
    Token start = words.in.peek();
    if (words.in.peekSecond().is(":")) {
      int thread = start.kind() == Token.Kind.NUMBER ? words.index("a thread") : words.thread();
      words.in.expect(":");
      return new Term.Register(thread, Names.asked(words, threads, start, thread));
    }
    if (words.in.accept("[")) {
      String location = words.location();
      words.in.expect("]");
      return new Term.Content(location);
    }
    if (words.in.accept("&")) {
      return new Term.Address(words.location());
    }
    if (words.atLocation()) {
      String location = words.location();
      if (!words.in.accept("[")) {
        return left ? new Term.Content(location) : new Term.Address(location);
      }
      Token index = words.in.peek();
      if (words.number() != 0) {
        throw words.error(index, "`" + location + "` has one element, number 0");
      }
      words.in.expect("]");
      return new Term.Content(location);
    }
    if (words.atNumber()) {
      return new Term.Constant(words.number());
    }
    throw words.in.unexpected("a register such as `P0:r1`, a location or a number");
  }
}
