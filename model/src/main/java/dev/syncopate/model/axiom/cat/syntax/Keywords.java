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
          "undefined_unless",
          "match",
          "forall",
          "do",
          "enum",
          "instructions",
          "default");

  private static final Set<String> REFUSED = Set.of("begin", "debug", "assert", "cut", "subset");

  private Keywords() {}

  /** Whether a word is a name. */
  static boolean isName(Token token) {
    return token.kind() == Token.Kind.NAME
        && !isTag(token)
        && !READ.contains(token.text())
        && !REFUSED.contains(token.text());
  }

  /** Whether a word is a tag, {@code 'wg}. */
  static boolean isTag(Token token) {
    return token.kind() == Token.Kind.NAME && token.text().startsWith("'");
  }

  /** Whether a word belongs to a part of the language that is not read. */
  static boolean isRefused(Token token) {
    return token.kind() == Token.Kind.NAME && REFUSED.contains(token.text());
  }
}
