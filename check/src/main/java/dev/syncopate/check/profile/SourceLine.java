package dev.syncopate.check.profile;

import dev.syncopate.ptx.ir.SourceLines.Place;
import org.jspecify.annotations.Nullable;

/**
 * A line of the source that a kernel was compiled from.
 *
 * @param file its path, as the compiler was given it
 * @param line from 1
 * @param inlinedAt where the function that the line belongs to was inlined; null if it was not
 * @param text for people: the file's name and the line, those of callers before it if inlined
 */
public record SourceLine(String file, int line, @Nullable SourceLine inlinedAt, String text) {
  static @Nullable SourceLine of(@Nullable Place place) {
    return place == null
        ? null
        : new SourceLine(place.file(), place.line(), of(place.inlinedAt()), place.toString());
  }

  @Override
  public String toString() {
    return text;
  }
}
