package dev.syncopate.model.litmus;

import dev.syncopate.model.litmus.FinalCondition.Term;
import dev.syncopate.model.source.Token;
import java.util.SortedMap;

/** Reads the terms of conditions in tests that are written in rows. */
final class ConditionTerms implements ConditionParser.Terms {
  private final TermReader words;
  private final SortedMap<Integer, ThreadBuilder> threads;

  ConditionTerms(TermReader words, SortedMap<Integer, ThreadBuilder> threads) {
    this.words = words;
    this.threads = threads;
  }

  /** A bare location is its content on the left of a comparison, its address on the right. */
  @Override
  public Term read(boolean isLeft) {
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
