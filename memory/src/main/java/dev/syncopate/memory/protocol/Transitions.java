package dev.syncopate.memory.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * The (state, event) pairs that a controller lists, how often each has happened, and what lately
 * happened to which line. A pair that is not listed is a {@link ProtocolException}.
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

  /**
   * The last events, each as (cycle, pair) and line: small and in one place, since every access
   * writes here.
   */
  private final long[] recent = new long[2 * HISTORY];

  private int recorded;

  /**
   * A listed pair.
   *
   * @param count how often it has happened
   */
  public record Pair(String state, String event, long count) {}

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
    java.util.Arrays.fill(counts, UNLISTED);
  }

  /** Lists pairs. */
  @SafeVarargs
  @SuppressWarnings("varargs") // only read
  public final Transitions<S, E> list(S state, E... listed) {
    for (E event : listed) {
      counts[state.ordinal() * events.length + event.ordinal()] = 0;
    }
    return this;
  }

  /** Something happens to a line. */
  public void happen(S state, E event, long line) {
    int pair = state.ordinal() * events.length + event.ordinal();
    if (counts[pair] < 0) {
      throw unlisted(state, event, line);
    }
    counts[pair]++;
    int slot = 2 * (recorded++ & HISTORY - 1);
    recent[slot] = time.getAsLong() << PAIR_BITS | pair;
    recent[slot + 1] = line;
  }

  /** The error for a pair that is not listed. */
  public ProtocolException unlisted(S state, E event, long line) {
    return unlisted(state.name(), event.name(), line);
  }

  /** The error for something that has no place in the table at all. */
  public ProtocolException unlisted(String state, String event, long line) {
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
                states[i / events.length].name(), events[i % events.length].name(), counts[i]));
      }
    }
    return pairs;
  }
}
