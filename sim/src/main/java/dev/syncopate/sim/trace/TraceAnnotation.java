package dev.syncopate.sim.trace;

import org.jspecify.annotations.Nullable;

/**
 * Annotation of a slice or an instant.
 *
 * @param key one of few
 * @param text what it is, if it is no number
 * @param number else
 */
public record TraceAnnotation(String key, @Nullable String text, long number) {
  public static TraceAnnotation of(String key, String text) {
    return new TraceAnnotation(key, text, 0);
  }

  public static TraceAnnotation of(String key, long number) {
    return new TraceAnnotation(key, null, number);
  }
}
