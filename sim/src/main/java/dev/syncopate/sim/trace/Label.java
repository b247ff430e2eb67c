package dev.syncopate.sim.trace;

import org.jspecify.annotations.Nullable;

/**
 * What a slice or an instant is called: of few different ones, each said once in a trace.
 *
 * @param name for people
 * @param line of a source to which it belongs; null for none
 */
public record Label(String name, @Nullable String line) {
  /** One without a line. */
  public static Label of(String name) {
    return new Label(name, null);
  }
}
