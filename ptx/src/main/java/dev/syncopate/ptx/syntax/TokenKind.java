package dev.syncopate.ptx.syntax;

/** The kinds of words a PTX text is made of. */
enum TokenKind {
  /** An identifier: {@code ld}, {@code %r1}, {@code $L__BB0_2}. */
  NAME,
  /**
   * A dot and what follows it: {@code .global}, {@code .shared::cta}. The text is without the dot.
   */
  DOTTED,
  INTEGER,
  /** {@code 0f3F800000}. */
  SINGLE,
  /** {@code 0d3FF0000000000000} or {@code 1.5}. */
  DOUBLE,
  STRING,
  /** One character that is none of the above. */
  SYMBOL,
  END
}
