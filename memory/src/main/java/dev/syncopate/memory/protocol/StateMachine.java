package dev.syncopate.memory.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Executes a {@link StateTable} for one controller: picks the row of the present state, runs its
 * actions, enters its next state, and counts it. A pair without a row is a {@link
 * ProtocolException} with the line's history.
 *
 * @param <S> states
 * @param <E> events
 * @param <T> what actions are done to
 * @param <C> causes of events, as {@link Action} says
 */
public final class StateMachine<S extends Enum<S>, E extends Enum<E>, T extends Stateful<S, C>, C> {
  private final T target;
  private final StateTable<S, E, T, C> table;
  private final TransitionLog log;

  /**
   * @param table what is executed
   * @param target what actions are done to
   * @param location for messages
   * @param clock for messages
   */
  public StateMachine(StateTable<S, E, T, C> table, T target, String location, LongSupplier clock) {
    this.target = target;
    this.table = table;
    log = new TransitionLog(location, names(table.states), names(table.events), clock);
  }

  private StateMachine(StateTable<S, E, T, C> table, T target, TransitionLog log) {
    this.table = table;
    this.target = target;
    this.log = log;
  }

  /** The machine of a copy of the target, which shares counts and history with this one. */
  public StateMachine<S, E, T, C> sharedWith(T copy) {
    return new StateMachine<>(table, copy, log);
  }

  private static String[] names(Enum<?>[] constants) {
    String[] names = new String[constants.length];
    for (int i = 0; i < names.length; i++) {
      names[i] = constants[i].name();
    }
    return names;
  }

  /**
   * An event that no row refuses happens to a line, or to a part of it.
   *
   * <p>The row's last action is performed here, small enough to be inlined into the caller: each
   * event of a controller then has its own call of an action, which mostly meets one action alone.
   *
   * @param state the present state
   * @param part a frame, an MSHR or a mask of words, as the actions take it
   * @param cause what the event comes from, or null
   * @throws ProtocolException when the table has no such row
   * @throws IllegalStateException when the row begins with an offer
   */
  public void fire(S state, E event, long line, int part, @Nullable C cause) {
    begin(state, event, line, part, cause).perform(target, line, part, cause);
  }

  /** Executes a row but for its last action, which is returned. */
  private Action.Body<T, C> begin(S state, E event, long line, int part, @Nullable C cause) {
    int pair = table.index(state, event);
    StateTable.Code<S, T, C> row = table.code[pair];
    if (row == null) {
      throw log.illegal(state.name(), event.name(), line);
    }
    log.add(pair, line);
    return row.isOneAction && !log.checks
        ? row.last
        : beginLong(row, state, event, line, part, cause);
  }

  /** The same for a row of several actions or with another state, or where its end is compared. */
  private Action.Body<T, C> beginLong(
      StateTable.Code<S, T, C> row, S state, E event, long line, int part, @Nullable C cause) {
    if (row.offer != null) {
      throw new IllegalStateException(
          "event %s in state %s may be refused and is not offered".formatted(event, state));
    }
    execute(row, line, part, cause);
    if (!log.checks) {
      return row.last;
    }
    row.last.perform(target, line, part, cause);
    verify(state, event, line, part);
    return StateTable.Code.nothing();
  }

  /**
   * The same for an event that a row may refuse.
   *
   * @return {@link ControllerOutcome#DONE}; or the stall of the row's offer, and then nothing has
   *     happened
   * @throws ProtocolException when the table has no such row
   */
  public ControllerOutcome offer(S state, E event, long line, int part, @Nullable C cause) {
    int pair = table.index(state, event);
    StateTable.Code<S, T, C> row = table.code[pair];
    if (row == null) {
      throw log.illegal(state.name(), event.name(), line);
    }
    Action.OfferBody<T, C> offer = row.offer;
    if (offer != null) {
      ControllerOutcome outcome = offer.offer(target, line, part, cause);
      if (outcome != ControllerOutcome.DONE) {
        return outcome;
      }
    }
    log.add(pair, line);
    execute(row, line, part, cause);
    row.last.perform(target, line, part, cause);
    if (log.checks) {
      verify(state, event, line, part);
    }
    return ControllerOutcome.DONE;
  }

  /** Performs all actions of a row but the last, and enters its next state. */
  private void execute(StateTable.Code<S, T, C> row, long line, int part, @Nullable C cause) {
    if (row.actionsBefore != null) {
      perform(row.actionsBefore, line, part, cause);
    }
    S next = row.next;
    if (next != null) {
      target.enter(next, line, part, cause);
    }
    if (row.actionsAfter != null) {
      perform(row.actionsAfter, line, part, cause);
    }
  }

  private void perform(Action.Body<T, C>[] actions, long line, int part, @Nullable C cause) {
    for (Action.Body<T, C> action : actions) {
      action.perform(target, line, part, cause);
    }
  }

  /** Compares the present states of a line, or of its words, with those that a row lists. */
  private void verify(S state, E event, long line, int part) {
    StateTable.Row<S, E, T, C> row = table.row(state, event);
    if (row == null) {
      return;
    }
    boolean words = target instanceof WordPlane;
    for (int remaining = words ? part : 1; remaining != 0; remaining &= remaining - 1) {
      S now = target.state(line, words ? Integer.lowestOneBit(remaining) : part);
      if (!row.next().contains(now)) {
        throw log.wrongNext(state.name(), event.name(), line, now.name());
      }
    }
  }

  /** From now on each event's end is compared with the states that its row lists. */
  public void check() {
    log.checks = true;
  }

  /** The error for an event that no row can take. */
  public ProtocolException illegal(String state, String event, long line) {
    return log.illegal(state, event, line);
  }

  /** Every row and how often it has been executed. */
  public List<TransitionCount> pairs() {
    List<TransitionCount> pairs = new ArrayList<>();
    for (S state : table.states) {
      for (E event : table.events) {
        StateTable.Row<S, E, T, C> row = table.row(state, event);
        if (row != null) {
          pairs.add(
              new TransitionCount(
                  table.title(),
                  state.name(),
                  event.name(),
                  log.count(table.index(state, event)),
                  row.description(),
                  row.next().stream().map(Enum::name).toList()));
        }
      }
    }
    return pairs;
  }
}
