package dev.syncopate.model.explore.search;

import dev.syncopate.model.explore.machine.Choice;
import java.util.List;

/**
 * Something that must never happen and does.
 *
 * @param kind of fault
 * @param message what is wrong
 * @param path what happens up to it, in as few steps as any other way
 */
public record Fault(Kind kind, String message, List<Choice> path) {
  /** Kinds of faults. */
  public enum Kind {
    /** A controller met what it does not list, or failed. */
    ERROR,
    /** What always holds did not. */
    INVARIANT,
    /** Nothing more could happen, and not everything was done. */
    DEADLOCK,
    /** A loop goes round for ever: what it looks at can change no more. */
    LIVELOCK
  }
}
