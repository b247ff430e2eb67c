package dev.syncopate.model.explore.search;

import dev.syncopate.model.explore.machine.ScheduleChoice;
import java.util.List;

/**
 * Violation of a property that every state must have.
 *
 * @param kind of fault
 * @param message what is wrong
 * @param path what happens up to it, in as few steps as any other way
 * @param round of a livelock in which something changes: what happens then, the last of it again
 *     and again; else empty
 */
public record PropertyViolation(
    Kind kind, String message, List<ScheduleChoice> path, List<ScheduleChoice> round) {
  /** Kinds of faults. */
  public enum Kind {
    /** A controller met what it does not list, or failed. */
    ERROR,
    /** What always holds did not. */
    INVARIANT,
    /** What programs are promised was not so, seen on the way and not in an outcome alone. */
    PROMISE,
    /** Nothing more could happen, and not everything was done. */
    DEADLOCK,
    /** No terminating state is reachable. */
    LIVELOCK
  }
}
