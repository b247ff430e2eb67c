package dev.syncopate.sim.trace;

import org.jspecify.annotations.Nullable;

/**
 * Name of a slice or an instant; a trace has few different ones and stores each once.
 *
 * @param name for people
 * @param line of a source to which it belongs; null for none
 */
public record TraceLabel(String name, @Nullable String line) {
  /** One without a line. */
  public static TraceLabel of(String name) {
    return new TraceLabel(name, null);
  }
}
