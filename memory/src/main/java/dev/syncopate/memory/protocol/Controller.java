package dev.syncopate.memory.protocol;

import dev.syncopate.memory.cache.OwnershipBalance;
import java.util.List;

/** Common interface of L1 and L2 controllers: counters, inspection and invariant checks. */
public interface Controller extends OwnershipBalance.Holder {
  /** Counters of the controller in addition to those that it was given. */
  default List<Object> counters() {
    return List.of();
  }

  /** Whether nothing is outstanding. */
  boolean idle();

  /** Every listed (state, event) pair and how often it has happened. */
  List<TransitionCount> transitions();

  /**
   * From now on each event's end is compared with the states that its row lists; another one is a
   * {@link ProtocolException}.
   */
  default void check() {}

  /**
   * Makes numbers that only grow small again and clears what is looked at no more, so that
   * controllers that will behave alike are alike in all their fields. Its future behaviour is
   * unchanged. The explorer calls it to compare states; the machine does not.
   */
  default void canonicalize() {}

  /**
   * What always holds between two events and does not now: a line each, none when all is well.
   * Called by checkers of the controller, not by the machine.
   */
  default List<String> checkInvariants() {
    return List.of();
  }

  /** For a report of a hang: a line for each thing that waits, and what for. */
  List<String> waiting();
}
