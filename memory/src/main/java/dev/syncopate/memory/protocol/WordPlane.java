package dev.syncopate.memory.protocol;

/**
 * The part of a controller that stores the word states of a {@link WordMachine}. Every word of a
 * line is in exactly one state.
 *
 * @param <S> states
 * @param <C> what events come from
 */
public interface WordPlane<S, C> extends Stateful<S, C> {
  /** Those of some words of a line that are in a state. */
  int words(S state, long line, int wordMask);

  /**
   * {@inheritDoc}
   *
   * @param word a mask of one word
   */
  @Override
  S state(long line, int word);
}
