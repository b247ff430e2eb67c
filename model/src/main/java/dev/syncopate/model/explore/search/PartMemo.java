package dev.syncopate.model.explore.search;

import dev.syncopate.model.explore.machine.PartState;
import java.util.List;

/**
 * A part as a state machine over numbers. What a part does in a state on an event is done once, by
 * the real controllers on a copy of that state, and remembered. For any threads: what is remembered
 * is read without a lock, and done under one.
 */
interface PartMemo {
  /**
   * Events of a state that need no message.
   *
   * @param codes of the events
   * @param transitions what each does
   * @param anyHappens whether any of it changes anything
   */
  record Events(int[] codes, Transition[] transitions, boolean anyHappens) {
    static final Events NONE = new Events(new int[0], new Transition[0], false);

    static Events of(int[] codes, Transition[] transitions) {
      boolean anyHappens = false;
      for (Transition transition : transitions) {
        anyHappens |= transition.happens();
      }
      return codes.length == 0 ? NONE : new Events(codes, transitions, anyHappens);
    }
  }

  /** The state at the start. What it sends is no message: nothing is sent before the start. */
  int initial();

  /** What can happen in a state without a message. */
  Events events(int state);

  /** What happens in a state on a message. */
  Transition deliver(int state, int message);

  /** The parts from which a message may come to this one in a state, as bits. */
  int expected(int state);

  /** Whether nothing is left to do in a state. */
  boolean finished(int state);

  /** Whether any state has violations. */
  boolean violated();

  List<String> violations(int state);

  PartState state(int state);

  /** How many states there are. */
  int states();

  /** How often controllers did something. */
  int transitions();
}
