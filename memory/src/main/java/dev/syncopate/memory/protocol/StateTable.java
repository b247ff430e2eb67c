package dev.syncopate.memory.protocol;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Transition table of a controller: actions and next state for each pair of state and event. A
 * {@link StateMachine} executes the rows, and the same rows are printed, counted and edited.
 * Immutable; a controller's table is a constant.
 *
 * <p>A row reads in the order in which it is executed:
 *
 * <pre>
 *   .on(BUFFERED, EVICT).offers(SEND_PARTIALS).to(UNBUFFERED)      sent, then free
 *   .on(UNBUFFERED, UPDATE).to(BUFFERED).does(COMBINE, COMPLETE)   allocated, then used
 * </pre>
 *
 * @param <S> states, in the order printed
 * @param <E> events, in the order printed
 * @param <T> what actions are done to
 * @param <C> what events come from
 */
public final class StateTable<S extends Enum<S>, E extends Enum<E>, T, C> {
  /**
   * A row of the table.
   *
   * @param offer what may be refused, or null
   * @param actionsBefore actions in the state in which the event finds the line
   * @param next states in which the row ends. One is entered by the machine; of several, the
   *     actions decide by what they leave behind
   * @param actionsAfter actions in the next state
   * @param <S> states
   * @param <E> events
   * @param <T> what actions are done to
   * @param <C> what events come from
   */
  public record Row<S, E, T, C>(
      S state,
      E event,
      Action.@Nullable Offer<T, C> offer,
      List<Action<T, C>> actionsBefore,
      List<S> next,
      List<Action<T, C>> actionsAfter) {
    /** What is done, for people: the descriptions of all actions in order. */
    public String description() {
      List<String> descriptions = new ArrayList<>();
      if (offer != null) {
        descriptions.add(offer.description());
      }
      actionsBefore.forEach(action -> descriptions.add(action.description()));
      actionsAfter.forEach(action -> descriptions.add(action.description()));
      return descriptions.stream()
          .filter(text -> !text.isEmpty())
          .collect(Collectors.joining("; "));
    }
  }

  /**
   * A row in the form in which it is executed.
   *
   * @param <S> states
   * @param <T> what actions are done to
   * @param <C> what events come from
   */
  static final class Code<S extends Enum<S>, T, C> {
    final Action.@Nullable OfferBody<T, C> offer;

    /** The actions before the next state but for the last of the row, or null. */
    final Action.Body<T, C> @Nullable [] actionsBefore;

    /** The state to enter, or null when the row stays in its own or its actions decide. */
    final @Nullable S next;

    /** The actions behind it but for the last, or null. */
    final Action.Body<T, C> @Nullable [] actionsAfter;

    /** The action that the row ends with: one that does nothing where it ends with its state. */
    final Action.Body<T, C> last;

    /** Whether the row does no more than perform its last action. */
    final boolean isOneAction;

    private Code(Row<S, ?, T, C> row) {
      offer = row.offer() == null ? null : row.offer().body();
      next =
          row.next().size() == 1 && row.next().getFirst() != row.state()
              ? row.next().getFirst()
              : null;
      List<Action<T, C>> actions = new ArrayList<>(row.actionsBefore());
      List<Action<T, C>> trailing = new ArrayList<>(row.actionsAfter());
      if (next == null) {
        actions.addAll(trailing);
        trailing.clear();
      }
      List<Action<T, C>> ending = next == null ? actions : trailing;
      last = ending.isEmpty() ? nothing() : ending.removeLast().body();
      actionsBefore = bodies(actions);
      actionsAfter = bodies(trailing);
      isOneAction = offer == null && next == null && actionsBefore == null;
    }

    /** The action of a row that has none. */
    static <T, C> Action.Body<T, C> nothing() {
      return (target, line, part, cause) -> {};
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type
    private static <T, C> Action.Body<T, C> @Nullable [] bodies(List<Action<T, C>> actions) {
      if (actions.isEmpty()) {
        return null;
      }
      Action.Body<T, C>[] bodies = new Action.Body[actions.size()];
      for (int i = 0; i < bodies.length; i++) {
        bodies[i] = actions.get(i).body();
      }
      return bodies;
    }
  }

  final S[] states;
  final E[] events;

  /** By {@link #index}. */
  final @Nullable Code<S, T, C>[] code;

  private final String title;

  /** By {@link #index}. */
  private final @Nullable Row<S, E, T, C>[] rows;

  @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type
  private StateTable(String title, S[] states, E[] events, @Nullable Row<S, E, T, C>[] rows) {
    this.title = title;
    this.states = states;
    this.events = events;
    this.rows = rows;
    code = new Code[rows.length];
    for (int i = 0; i < rows.length; i++) {
      Row<S, E, T, C> row = rows[i];
      code[i] = row == null ? null : new Code<>(row);
    }
  }

  /** The number of a pair, below the product of states and events. */
  int index(S state, E event) {
    return index(state, event, events.length);
  }

  @SuppressWarnings("EnumOrdinal") // the dense index of a table made in this run
  private static int index(Enum<?> state, Enum<?> event, int events) {
    return state.ordinal() * events + event.ordinal();
  }

  /**
   * A table without rows.
   *
   * @param title what has the states, a noun phrase
   * @param <S> states
   * @param <E> events
   * @param <T> what actions are done to
   * @param <C> what events come from
   */
  public static <S extends Enum<S>, E extends Enum<E>, T, C> Builder<S, E, T, C> of(
      String title, Class<S> states, Class<E> events) {
    S[] allStates = states.getEnumConstants();
    E[] allEvents = events.getEnumConstants();
    return new Builder<>(title, allStates, allEvents, rows(allStates.length * allEvents.length));
  }

  /** What has the states, a noun phrase: the table's title where it is printed. */
  public String title() {
    return title;
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type
  private static <S, E, T, C> @Nullable Row<S, E, T, C>[] rows(int pairs) {
    return new Row[pairs];
  }

  /** The same table, of which rows may be replaced, added and left out. */
  public Builder<S, E, T, C> but() {
    return new Builder<>(title, states, events, rows);
  }

  /** The row of a state and event, or null when the table lists none. */
  public @Nullable Row<S, E, T, C> row(S state, E event) {
    return rows[index(state, event)];
  }

  /** All rows, in the order of states and then of events. */
  public List<Row<S, E, T, C>> rows() {
    return Arrays.stream(rows).filter(Objects::nonNull).toList();
  }

  /**
   * What the row of a state and event does, for people.
   *
   * @throws IllegalArgumentException when the table lists no such row
   */
  public String description(S state, E event) {
    Row<S, E, T, C> row = row(state, event);
    if (row == null) {
      throw new IllegalArgumentException(
          "state %s and event %s have no row".formatted(state, event));
    }
    return row.description();
  }

  /**
   * Collects rows.
   *
   * @param <S> states
   * @param <E> events
   * @param <T> what actions are done to
   * @param <C> what events come from
   */
  public static final class Builder<S extends Enum<S>, E extends Enum<E>, T, C> {
    private final String title;
    private final S[] states;
    private final E[] events;
    private final @Nullable Row<S, E, T, C>[] old;
    private final @Nullable Row<S, E, T, C>[] rows;
    private @Nullable S state;
    private @Nullable E event;
    private Action.@Nullable Offer<T, C> offer;
    private List<Action<T, C>> actionsBefore = new ArrayList<>();
    private List<S> next = List.of();
    private List<Action<T, C>> actionsAfter = new ArrayList<>();

    private Builder(String title, S[] states, E[] events, @Nullable Row<S, E, T, C>[] old) {
      this.title = title;
      this.states = states;
      this.events = events;
      this.old = old;
      rows = old.clone();
    }

    /**
     * Begins a row; it replaces that of a table which is changed.
     *
     * @throws IllegalArgumentException when this builder has begun that row before
     */
    public Builder<S, E, T, C> on(S state, E event) {
      close();
      int index = index(state, event, events.length);
      if (!Objects.equals(rows[index], old[index])) {
        throw new IllegalArgumentException(
            "state %s and event %s have two rows".formatted(state, event));
      }
      this.state = state;
      this.event = event;
      return this;
    }

    /** What the row does first and may be refused. */
    public Builder<S, E, T, C> offers(Action.Offer<T, C> first) {
      if (state == null || offer != null || !actionsBefore.isEmpty() || !next.isEmpty()) {
        throw new IllegalArgumentException(
            "`" + first.description() + "` is not the first action of its row");
      }
      offer = first;
      return this;
    }

    /** What the row does: before {@link #to} in the old state, behind it in the new one. */
    @SafeVarargs
    @SuppressWarnings("varargs") // only read
    public final Builder<S, E, T, C> does(Action<T, C>... actions) {
      (next.isEmpty() ? actionsBefore : actionsAfter).addAll(List.of(actions));
      return this;
    }

    /** The state in which the row ends. */
    public Builder<S, E, T, C> to(S state) {
      return toOneOf(List.of(state));
    }

    /** The states in one of which the row ends, as its actions decide. */
    @SafeVarargs
    @SuppressWarnings("varargs") // only read
    public final Builder<S, E, T, C> toOneOf(S... several) {
      return toOneOf(List.of(several));
    }

    private Builder<S, E, T, C> toOneOf(List<S> several) {
      if (state == null || !next.isEmpty()) {
        throw new IllegalArgumentException(
            "to " + several + " belongs to no row, or is its second");
      }
      next = several;
      return this;
    }

    /**
     * Leaves an action out of a row.
     *
     * @throws IllegalStateException when the row lacks it: a fault of the edit, and no refusal
     */
    public Builder<S, E, T, C> without(S state, E event, Object action) {
      close();
      int place = index(state, event, events.length);
      Row<S, E, T, C> row = rows[place];
      Row<S, E, T, C> reduced = row == null ? null : without(row, action);
      if (reduced == null || reduced.equals(row)) {
        throw new IllegalStateException(
            "the row of state %s and event %s has no %s".formatted(state, event, action));
      }
      rows[place] = reduced;
      return this;
    }

    /**
     * Leaves an action out of all rows.
     *
     * @throws IllegalStateException when no row contains it
     */
    public Builder<S, E, T, C> without(Object action) {
      return edited(action, row -> without(row, action));
    }

    /** Edits all rows; one of them at least has the action that is edited. */
    private Builder<S, E, T, C> edited(Object action, UnaryOperator<Row<S, E, T, C>> edit) {
      close();
      @Nullable Row<S, E, T, C>[] unedited = rows.clone();
      for (int i = 0; i < rows.length; i++) {
        Row<S, E, T, C> row = rows[i];
        rows[i] = row == null ? null : edit.apply(row);
      }
      if (Arrays.equals(rows, unedited)) {
        throw new IllegalStateException("no row has " + action);
      }
      return this;
    }

    private static <S, E, T, C> Row<S, E, T, C> without(Row<S, E, T, C> row, Object action) {
      return new Row<>(
          row.state(),
          row.event(),
          action.equals(row.offer()) ? null : row.offer(),
          row.actionsBefore().stream().filter(candidate -> !candidate.equals(action)).toList(),
          row.next(),
          row.actionsAfter().stream().filter(candidate -> !candidate.equals(action)).toList());
    }

    /**
     * Does another action in the place of one, in all rows.
     *
     * @throws IllegalStateException when no row contains it
     */
    public Builder<S, E, T, C> replacing(Action<T, C> action, Action<T, C> replacement) {
      return edited(action, row -> replacing(row, action, replacement));
    }

    private static <S, E, T, C> Row<S, E, T, C> replacing(
        Row<S, E, T, C> row, Action<T, C> action, Action<T, C> replacement) {
      return new Row<>(
          row.state(),
          row.event(),
          row.offer(),
          row.actionsBefore().stream()
              .map(candidate -> candidate.equals(action) ? replacement : candidate)
              .toList(),
          row.next(),
          row.actionsAfter().stream()
              .map(candidate -> candidate.equals(action) ? replacement : candidate)
              .toList());
    }

    private void close() {
      S rowState = state;
      E rowEvent = event;
      if (rowState == null || rowEvent == null) {
        return;
      }
      if (next.isEmpty()) {
        throw new IllegalArgumentException(
            "the row of state %s and event %s ends in no state".formatted(rowState, rowEvent));
      }
      rows[index(rowState, rowEvent, events.length)] =
          new Row<>(
              rowState,
              rowEvent,
              offer,
              List.copyOf(actionsBefore),
              next,
              List.copyOf(actionsAfter));
      state = null;
      event = null;
      offer = null;
      actionsBefore = new ArrayList<>();
      next = List.of();
      actionsAfter = new ArrayList<>();
    }

    /** The table. */
    public StateTable<S, E, T, C> build() {
      close();
      return new StateTable<>(title, states, events, rows.clone());
    }
  }
}
