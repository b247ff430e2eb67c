package dev.syncopate.study.json;

import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import org.jspecify.annotations.Nullable;

/**
 * The escapes that results were always written with: those of the standard, but for back space and
 * form feed, which go by their numbers. A digest of a kept result is one of its text.
 */
final class JsonEscapes extends CharacterEscapes {
  private static final long serialVersionUID = 1;

  @Override
  public int[] getEscapeCodesForAscii() {
    int[] codes = standardAsciiEscapesForJSON();
    codes['\b'] = ESCAPE_STANDARD;
    codes['\f'] = ESCAPE_STANDARD;
    return codes;
  }

  @Override
  public @Nullable SerializableString getEscapeSequence(int character) {
    return null;
  }
}
