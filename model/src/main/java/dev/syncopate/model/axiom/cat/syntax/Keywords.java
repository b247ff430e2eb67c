package dev.syncopate.model.axiom.cat.syntax;

import dev.syncopate.model.source.Token;
import java.util.Set;

/** Words that are no names. */
final class Keywords {
  private static final Set<String> READ =
      Set.of(
          "let",
          "rec",
          "and",
          "in",
          "as",
          "acyclic",
          "irreflexive",
          "empty",
          "flag",
          "include",
          "show",
          "unshow",
          "with",
          "from",
          "if",
          "then",
          "else",
          "end",
          "try",
          "fun",
          "procedure",
          "call",
          "undefined_unless");

  private static final Set<String> REFUSED =
      Set.of(
          "match",
          "forall",
          "do",
          "begin",
          "enum",
          "instructions",
          "default",
          "debug",
          "assert",
          "cut",
          "subset");

  private Keywords() {}

  /** Whether a word is a name. */
  static boolean isName(Token token) {
    return token.kind() == Token.Kind.NAME
        && !READ.contains(token.text())
        && !REFUSED.contains(token.text());
  }

  /** Whether a word belongs to a part of the language that is not read. */
  static boolean isRefused(Token token) {
    return token.kind() == Token.Kind.NAME && REFUSED.contains(token.text());
  }
}
