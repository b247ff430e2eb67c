package dev.syncopate.memory.protocol;

import org.jspecify.annotations.Nullable;

/**
 * The part of a controller that stores the states of a {@link StateMachine}: lines, MSHRs, or
 * words.
 *
 * @param <S> its states
 * @param <C> what events come from
 */
public interface Stateful<S, C> {
  /** The state of a line or of a part of it, as {@link Action.Body#perform} names it. */
  S state(long line, int part);

  /** Makes a state the present one. Called when a row ends in another state than it begins. */
  void enter(S next, long line, int part, @Nullable C cause);
}
