package dev.syncopate.model.axiom.candidate;

import dev.syncopate.model.litmus.Comparison;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * One way through a thread's program.
 *
 * @param events what it does, in program order
 * @param constraints what must hold of the values that are read for it to be taken
 * @param registers what the registers hold at its end; others hold 0
 * @param fault what is wrong with a path that no program should take; null for none
 */
record ThreadPath(
    List<Event> events,
    List<Constraint> constraints,
    SortedMap<String, Value> registers,
    @Nullable String fault) {

  /** Two values compare so. */
  record Constraint(Comparison comparison, Value a, Value b) {}
}
