package dev.syncopate.model.axiom.cat.syntax;

import dev.syncopate.model.source.SourceException;
import dev.syncopate.model.source.SourceText;

/**
 * Position in a model's text; models include others, so a position has its text with it.
 *
 * @param source the text
 * @param offset the character, from 0
 */
public record CatPosition(SourceText source, int offset) {
  /** What the text is called whose names every model has. */
  public static final String PRELUDE = "prelude.cat";

  /** Whether it is in that text. */
  public boolean isBuiltIn() {
    return source.name().equals(PRELUDE);
  }

  /** The error that something is wrong here. */
  public SourceException error(String problem) {
    return source.error(offset, problem);
  }

  /** File, line and column. */
  public String described() {
    return source.name() + ":" + source.line(offset) + ":" + source.column(offset);
  }
}
