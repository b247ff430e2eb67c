package dev.syncopate.memory.protocol;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The table of a controller's transitions: for each state and event what is done and in which
 * states that may end; how often each has happened, and what lately happened to which line. A pair
 * that is not listed is a {@link ProtocolException}; so is, where that is checked, a next state
 * that is not.
 *
 * <p>Costs an increment and three stores an event; the history is a ring of the last {@value
 * #HISTORY}.
 */
@SuppressWarnings("EnumOrdinal") // the dense index of a table made in this run
public final class Transitions<S extends Enum<S>, E extends Enum<E>> {
  static final int HISTORY = 32;
  private static final int PAIR_BITS = 8;
  private static final long UNLISTED = Long.MIN_VALUE;

  private final String where;
  private final S[] states;
  private final E[] events;
  private final LongSupplier time;

  /** By state and event: how often, or {@link #UNLISTED}. */
  private final long[] counts;

  /** By state and event: what is done, and in which states that may end. */
  private final String[] actions;

  private final List<List<S>> next = new ArrayList<>();

  /**
   * The last events, each as (cycle, pair) and line: small and in one place, since every access
   * writes here.
   */
  private final long[] recent = new long[2 * HISTORY];

  private int recorded;

  /** What has begun since next states were last looked at; null where they are not. */
  private @Nullable List<Begun<S>> begun;

  /** An event whose action may not be over. */
  private record Begun<S>(long key, long line, S state, String event, List<S> next) {}

  /**
   * A listed pair.
   *
   * @param count how often it has happened
   * @param action what is done
   * @param next the states in which that may end
   */
  public record Pair(String state, String event, long count, String action, List<String> next) {}

  /**
   * @param where for messages
   * @param states all of them, in order
   * @param events all of them, in order
   * @param time for messages
   */
  public Transitions(String where, S[] states, E[] events, LongSupplier time) {
    this.where = where;
    this.states = states;
    this.events = events;
    this.time = time;
    counts = new long[states.length * events.length];
    actions = new String[counts.length];
    Arrays.fill(counts, UNLISTED);
    Arrays.fill(actions, "");
    for (int i = 0; i < counts.length; i++) {
      next.add(List.of());
    }
  }

  /**
   * Lists a pair.
   *
   * @param action what is done
   * @param after the states in which that may end
   */
  @SafeVarargs
  @SuppressWarnings("varargs") // only read
  public final Transitions<S, E> on(S state, E event, String action, S... after) {
    int pair = state.ordinal() * events.length + event.ordinal();
    counts[pair] = 0;
    actions[pair] = action;
    next.set(pair, List.of(after));
    return this;
  }

  /** Something happens to a line; it is done after this. */
  public void record(S state, E event, long line) {
    record(state, event, line, line);
  }

  /**
   * Something happens; it is done after this.
   *
   * @param key what has the state, in the place of the line
   */
  public void record(S state, E event, long line, long key) {
    int pair = state.ordinal() * events.length + event.ordinal();
    if (counts[pair] < 0) {
      throw illegalTransition(state, event, line);
    }
    if (begun != null) {
      begin(begun, new Begun<>(key, line, state, event.name(), next.get(pair)));
    }
    counts[pair]++;
    int slot = 2 * (recorded++ & HISTORY - 1);
    recent[slot] = time.getAsLong() << PAIR_BITS | pair;
    recent[slot + 1] = line;
  }

  /** From now on {@link #settle} looks at next states: of what begins after this. */
  public void check() {
    if (begun == null) {
      begun = new ArrayList<>();
    }
    begun.clear(); // an error may have left some
  }

  /**
   * An event comes while an earlier one of the same key may be in flight: either that is over, in a
   * state that it lists, or it has not changed the state yet and this one is part of it.
   */
  private void begin(List<Begun<S>> open, Begun<S> event) {
    for (int i = open.size() - 1; i >= 0; i--) {
      Begun<S> before = open.get(i);
      if (before.key == event.key && before.next.contains(event.state)) {
        open.subList(i, open.size()).removeIf(inner -> inner.key == event.key);
        open.add(event);
        return;
      }
    }
    for (int i = open.size() - 1; i >= 0; i--) {
      Begun<S> before = open.get(i);
      if (before.key == event.key) {
        if (before.state != event.state) {
          throw wrong(before, event.state);
        }
        break;
      }
    }
    open.add(event);
  }

  /** Whether {@link #settle} looks at next states. */
  public boolean checks() {
    return begun != null;
  }

  /** What has the key changes by what is done to all, and not by an event of its own. */
  public void changed(long key) {
    if (begun != null) {
      begun.removeIf(event -> event.key == key);
    }
  }

  /** What is done to all lines may have changed any of them, by no event of its own. */
  public void allChanged() {
    if (begun != null) {
      begun.clear();
    }
  }

  /**
   * All that has begun is over.
   *
   * @param state gives that of a key, now
   * @throws ProtocolException when it is not one in which what has begun may end
   */
  public void settle(LongFunction<S> state) {
    List<Begun<S>> open = begun;
    if (open == null) {
      return;
    }
    while (!open.isEmpty()) {
      Begun<S> outer = open.getFirst(); // what came within it, of the same key, is part of it
      open.removeIf(inner -> inner.key == outer.key);
      S now = state.apply(outer.key);
      if (!outer.next.contains(now)) {
        throw wrong(outer, now);
      }
    }
  }

  private ProtocolException wrong(Begun<S> before, S now) {
    return ProtocolException.wrongNext(
        time.getAsLong(),
        where,
        before.line,
        before.event + " in " + before.state.name(),
        now.name(),
        history(before.line));
  }

  /** The error for a pair that is not listed. */
  public ProtocolException illegalTransition(S state, E event, long line) {
    return illegalTransition(state.name(), event.name(), line);
  }

  /** The error for something that has no place in the table at all. */
  public ProtocolException illegalTransition(String state, String event, long line) {
    return new ProtocolException(time.getAsLong(), where, line, event, state, history(line));
  }

  /** What lately happened to a line, oldest first. */
  public List<String> history(long line) {
    List<String> history = new ArrayList<>();
    for (int i = Math.max(0, recorded - HISTORY); i < recorded; i++) {
      int slot = 2 * (i & HISTORY - 1);
      if (recent[slot + 1] == line) {
        int pair = (int) recent[slot] & (1 << PAIR_BITS) - 1;
        history.add(
            "cycle "
                + (recent[slot] >> PAIR_BITS)
                + " "
                + events[pair % events.length].name()
                + " in "
                + states[pair / events.length].name());
      }
    }
    return history;
  }

  /** Every listed pair and how often it has happened. */
  public List<Pair> pairs() {
    List<Pair> pairs = new ArrayList<>();
    for (int i = 0; i < counts.length; i++) {
      if (counts[i] >= 0) {
        pairs.add(
            new Pair(
                states[i / events.length].name(),
                events[i % events.length].name(),
                counts[i],
                actions[i],
                next.get(i).stream().map(Enum::name).toList()));
      }
    }
    return pairs;
  }
}
