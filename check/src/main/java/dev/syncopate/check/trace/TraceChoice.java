package dev.syncopate.check.trace;

import java.util.Set;
import java.util.function.IntPredicate;

/**
 * Traced part of a run.
 *
 * @param kinds what is shown
 * @param units which compute units
 * @param shortestWait cycles below which a wait counts as running
 * @param interval cycles between two values of a load or a counter
 * @param counters whether every counter of the machine is shown
 */
public record TraceChoice(
    Set<TraceKind> kinds, IntPredicate units, int shortestWait, long interval, boolean counters) {
  public TraceChoice {
    kinds = Set.copyOf(kinds);
  }

  boolean shows(TraceKind kind) {
    return kinds.contains(kind);
  }
}
