package dev.syncopate.model.explore.search;

import org.jspecify.annotations.Nullable;

/**
 * A part's transition in a state on an event.
 *
 * @param target its state afterwards, or {@link #FAILS}, {@link #NOTHING} or {@link #SPINS}
 * @param sends what it sends: channels and messages in turn
 * @param keeps whether a message that was offered stays where it is: it was refused
 * @param failure why it fails, if it does
 */
record Transition(int target, int[] sends, boolean keeps, @Nullable RuntimeException failure) {
  /** Where nothing is sent. */
  static final int[] NO_SENDS = {};

  /** The target where a controller fails. */
  static final int FAILS = -1;

  /** The target where an event was refused and nothing changes, so that it need not happen. */
  static final int NOTHING = -2;

  /**
   * The target where something was done and leaves the state what it is: a loop that only looks.
   */
  static final int SPINS = -3;

  /** Whether anything is different afterwards, or fails. */
  boolean happens() {
    return target != NOTHING && target != SPINS;
  }
}
