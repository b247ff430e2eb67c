package dev.syncopate.memory.protocol;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a controller does for each state and event: actions and the next state. A {@link
 * StateMachine} executes the rows, and the same rows are printed, counted and edited. Immutable; a
 * controller's table is a constant.
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
   * One row.
   *
   * @param offer what may be refused, or null
   * @param before actions in the state in which the event finds the line
   * @param next states in which the row ends. One is entered by the machine; of several, the
   *     actions decide by what they leave behind
   * @param after actions in the next state
   * @param <S> states
   * @param <E> events
   * @param <T> what actions are done to
   * @param <C> what events come from
   */
  public record Row<S, E, T, C>(
      S state,
      E event,
      Action.@Nullable Offer<T, C> offer,
      List<Action<T, C>> before,
      List<S> next,
      List<Action<T, C>> after) {
    /** What is done, for people: the descriptions of all actions in order. */
    public String description() {
      List<String> all = new ArrayList<>();
      if (offer != null) {
        all.add(offer.description());
      }
      before.forEach(action -> all.add(action.description()));
      after.forEach(action -> all.add(action.description()));
      return all.stream().filter(text -> !text.isEmpty()).collect(Collectors.joining("; "));
    }
  }

  private record Pair<S, E>(S state, E event) {}

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
    final Action.Body<T, C> @Nullable [] before;

    /** The state to enter, or null when the row stays in its own or its actions decide. */
    final @Nullable S next;

    /** The actions behind it but for the last, or null. */
    final Action.Body<T, C> @Nullable [] after;

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
      List<Action<T, C>> actions = new ArrayList<>(row.before());
      List<Action<T, C>> behind = new ArrayList<>(row.after());
      if (next == null) {
        actions.addAll(behind);
        behind.clear();
      }
      List<Action<T, C>> ending = next == null ? actions : behind;
      last = ending.isEmpty() ? nothing() : ending.removeLast().body();
      before = bodies(actions);
      after = bodies(behind);
      isOneAction = offer == null && next == null && before == null;
    }

    /** The action of a row that has none. */
    static <T, C> Action.Body<T, C> nothing() {
      return (target, line, part, cause) -> {};
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type
    private static <T, C> Action.Body<T, C> @Nullable [] bodies(List<Action<T, C>> actions) {
      return actions.isEmpty()
          ? null
          : actions.stream().map(Action::body).toArray(Action.Body[]::new);
    }
  }

  final S[] states;
  final E[] events;

  /** By state and event. */
  final @Nullable Code<S, T, C>[] code;

  private final String title;
  private final Class<S> stateClass;
  private final Class<E> eventClass;
  private final Map<Pair<S, E>, Row<S, E, T, C>> rows;

  @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type
  private StateTable(
      String title,
      Class<S> stateClass,
      Class<E> eventClass,
      Map<Pair<S, E>, Row<S, E, T, C>> rows) {
    this.title = title;
    this.stateClass = stateClass;
    this.eventClass = eventClass;
    this.rows = Collections.unmodifiableMap(new LinkedHashMap<>(rows));
    states = stateClass.getEnumConstants();
    events = eventClass.getEnumConstants();
    code = new Code[states.length * events.length];
    rows.forEach((pair, row) -> code[index(pair.state(), pair.event())] = new Code<>(row));
  }

  /** The number of a pair, below the product of states and events. */
  @SuppressWarnings("EnumOrdinal") // the dense index of a table made in this run
  int index(S state, E event) {
    return state.ordinal() * events.length + event.ordinal();
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
    return new Builder<>(title, states, events, Map.of());
  }

  /** What has the states, a noun phrase: the table's title where it is printed. */
  public String title() {
    return title;
  }

  /** The same table, of which rows may be replaced, added and left out. */
  public Builder<S, E, T, C> but() {
    return new Builder<>(title, stateClass, eventClass, rows);
  }

  /** The row of a state and event, or null when the table lists none. */
  public @Nullable Row<S, E, T, C> row(S state, E event) {
    return rows.get(new Pair<>(state, event));
  }

  /** All rows, in the order of states and then of events. */
  public List<Row<S, E, T, C>> rows() {
    return Arrays.stream(states)
        .flatMap(state -> Arrays.stream(events).map(event -> row(state, event)))
        .filter(Objects::nonNull)
        .toList();
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
    private final Class<S> states;
    private final Class<E> events;
    private final Map<Pair<S, E>, Row<S, E, T, C>> old;
    private final Map<Pair<S, E>, Row<S, E, T, C>> rows;
    private @Nullable Pair<S, E> open;
    private Action.@Nullable Offer<T, C> offer;
    private List<Action<T, C>> before = new ArrayList<>();
    private List<S> next = List.of();
    private List<Action<T, C>> after = new ArrayList<>();

    private Builder(
        String title, Class<S> states, Class<E> events, Map<Pair<S, E>, Row<S, E, T, C>> old) {
      this.title = title;
      this.states = states;
      this.events = events;
      this.old = old;
      rows = new LinkedHashMap<>(old);
    }

    /**
     * Begins a row; it replaces that of a table which is changed.
     *
     * @throws IllegalArgumentException when this builder has begun that row before
     */
    public Builder<S, E, T, C> on(S state, E event) {
      close();
      Pair<S, E> pair = new Pair<>(state, event);
      if (!Objects.equals(rows.get(pair), old.get(pair))) {
        throw new IllegalArgumentException(
            "state %s and event %s have two rows".formatted(state, event));
      }
      open = pair;
      return this;
    }

    /** What the row does first and may be refused. */
    public Builder<S, E, T, C> offers(Action.Offer<T, C> first) {
      if (open == null || offer != null || !before.isEmpty() || !next.isEmpty()) {
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
      (next.isEmpty() ? before : after).addAll(List.of(actions));
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
      if (open == null || !next.isEmpty()) {
        throw new IllegalArgumentException(
            "to " + several + " belongs to no row, or is its second");
      }
      next = several;
      return this;
    }

    /**
     * Leaves an action out of a row.
     *
     * @throws IllegalStateException when the row does not have it: a fault of the edit, and no
     *     refusal
     */
    public Builder<S, E, T, C> without(S state, E event, Object action) {
      close();
      Pair<S, E> pair = new Pair<>(state, event);
      Row<S, E, T, C> row = rows.get(pair);
      Row<S, E, T, C> left = row == null ? null : without(row, action);
      if (left == null || left.equals(row)) {
        throw new IllegalStateException(
            "the row of state %s and event %s has no %s".formatted(state, event, action));
      }
      rows.put(pair, left);
      return this;
    }

    /**
     * Leaves an action out of all rows.
     *
     * @throws IllegalStateException when no row has it
     */
    public Builder<S, E, T, C> without(Object action) {
      return edited(action, row -> without(row, action));
    }

    /** Edits all rows; one of them at least has the action that is edited. */
    private Builder<S, E, T, C> edited(Object action, UnaryOperator<Row<S, E, T, C>> edit) {
      close();
      Map<Pair<S, E>, Row<S, E, T, C>> before = Map.copyOf(rows);
      rows.replaceAll((pair, row) -> edit.apply(row));
      if (rows.equals(before)) {
        throw new IllegalStateException("no row has " + action);
      }
      return this;
    }

    private static <S, E, T, C> Row<S, E, T, C> without(Row<S, E, T, C> row, Object action) {
      return new Row<>(
          row.state(),
          row.event(),
          action.equals(row.offer()) ? null : row.offer(),
          row.before().stream().filter(each -> !each.equals(action)).toList(),
          row.next(),
          row.after().stream().filter(each -> !each.equals(action)).toList());
    }

    /**
     * Does another action in the place of one, in all rows.
     *
     * @throws IllegalStateException when no row has it
     */
    public Builder<S, E, T, C> replacing(Action<T, C> action, Action<T, C> other) {
      return edited(action, row -> replacing(row, action, other));
    }

    private static <S, E, T, C> Row<S, E, T, C> replacing(
        Row<S, E, T, C> row, Action<T, C> action, Action<T, C> other) {
      return new Row<>(
          row.state(),
          row.event(),
          row.offer(),
          row.before().stream().map(each -> each.equals(action) ? other : each).toList(),
          row.next(),
          row.after().stream().map(each -> each.equals(action) ? other : each).toList());
    }

    private void close() {
      Pair<S, E> pair = open;
      if (pair == null) {
        return;
      }
      if (next.isEmpty()) {
        throw new IllegalArgumentException(
            "the row of state %s and event %s ends in no state"
                .formatted(pair.state(), pair.event()));
      }
      rows.put(
          pair,
          new Row<>(
              pair.state(), pair.event(), offer, List.copyOf(before), next, List.copyOf(after)));
      open = null;
      offer = null;
      before = new ArrayList<>();
      next = List.of();
      after = new ArrayList<>();
    }

    /** The table. */
    public StateTable<S, E, T, C> build() {
      close();
      return new StateTable<>(title, states, events, rows);
    }
  }
}
