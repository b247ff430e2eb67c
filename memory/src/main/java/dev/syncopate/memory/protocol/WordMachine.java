package dev.syncopate.memory.protocol;

import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Executes a {@link StateTable} whose states are those of words. An event applies to some words of
 * a line. The machine partitions them by state, in the order of the table, and executes the row of
 * each state once with its part as the mask. Only the first row of an event may be refused.
 *
 * @param <S> states
 * @param <E> events
 * @param <T> what actions are done to
 * @param <C> what events come from
 */
public final class WordMachine<S extends Enum<S>, E extends Enum<E>, T extends WordPlane<S, C>, C> {
  private final T target;
  private final StateTable<S, E, T, C> table;
  private final StateMachine<S, E, T, C> machine;

  /** As of a {@link StateMachine}. */
  public WordMachine(StateTable<S, E, T, C> table, T target, String location, LongSupplier clock) {
    this.target = target;
    this.table = table;
    machine = new StateMachine<>(table, target, location, clock);
  }

  /**
   * Applies an event to words of a line in any states.
   *
   * @param wordMask the words; of none nothing happens
   * @param cause what the event comes from, or null
   * @return {@link ControllerOutcome#DONE}; or the stall of the first row's offer, and then nothing
   *     has happened
   * @throws ProtocolException when the table has no row for the state of one of them
   */
  public ControllerOutcome fire(E event, long line, int wordMask, @Nullable C cause) {
    int remaining = wordMask;
    for (int i = 0; remaining != 0; i++) {
      S state = table.states[i];
      int part = target.words(state, line, remaining);
      if (part != 0) {
        ControllerOutcome outcome = fire(state, event, line, part, cause);
        if (outcome != ControllerOutcome.DONE) {
          if (remaining != wordMask) {
            throw machine.illegal(state.name(), event.name() + " refused half-way", line);
          }
          return outcome;
        }
        remaining &= ~part;
      }
    }
    return ControllerOutcome.DONE;
  }

  /**
   * An event happens to words of a line that are all in one state.
   *
   * @return as {@link #fire(Enum, long, int, Object)}
   * @throws ProtocolException when the table has no such row
   */
  public ControllerOutcome fire(S state, E event, long line, int part, @Nullable C cause) {
    return machine.offer(state, event, line, part, cause);
  }

  /** From now on each event's end is compared, word by word, with the states that its row lists. */
  public void check() {
    machine.check();
  }

  /** The error for an event that no row can take. */
  public ProtocolException illegal(String state, String event, long line) {
    return machine.illegal(state, event, line);
  }

  /** Every row and how often it has been executed. */
  public List<TransitionCount> pairs() {
    return machine.pairs();
  }
}
