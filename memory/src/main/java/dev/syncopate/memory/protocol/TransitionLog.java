package dev.syncopate.memory.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Execution counts of a state table's rows, and a ring buffer of the last {@value #HISTORY} events
 * with their lines. The cost of an event is an increment and three stores.
 */
public final class TransitionLog {
  static final int HISTORY = 32;
  private static final int PAIR_BITS = 8;

  private final String location;
  private final String[] states;
  private final String[] events;
  private final LongSupplier clock;
  private final long[] counts;

  /**
   * The last events, each as (cycle, pair) and line: small and in one place, since every access
   * writes here.
   */
  private final long[] recent = new long[2 * HISTORY];

  private int recorded;

  /** Whether the states in which events end are compared with those that their rows list. */
  boolean checks;

  /**
   * @param location the controller, for messages
   * @param states names of all states
   * @param events names of all events
   */
  TransitionLog(String location, String[] states, String[] events, LongSupplier clock) {
    if (states.length * events.length > 1 << PAIR_BITS) {
      throw new IllegalArgumentException(location + " has more than 256 pairs of state and event");
    }
    this.location = location;
    this.states = states;
    this.events = events;
    this.clock = clock;
    counts = new long[states.length * events.length];
  }

  /** Notes an event; its parts are small enough to be inlined by C1. */
  void add(int pair, long line) {
    counts[pair]++;
    put(nextSlot(), clock.getAsLong() << PAIR_BITS | pair, line);
  }

  private int nextSlot() {
    return 2 * (recorded++ & HISTORY - 1);
  }

  private void put(int slot, long moment, long line) {
    recent[slot] = moment;
    recent[slot + 1] = line;
  }

  /** Times that a pair of state and event has happened. */
  long count(int pair) {
    return counts[pair];
  }

  /** The error for a pair that has no row. */
  ProtocolException illegal(String state, String event, long line) {
    return new ProtocolException(clock.getAsLong(), location, line, event, state, history(line));
  }

  /** The error for a row that has ended in a state that it does not list. */
  ProtocolException wrongNext(String state, String event, long line, String now) {
    return ProtocolException.wrongNext(
        clock.getAsLong(), location, line, event + " in " + state, now, history(line));
  }

  /** What lately happened to a line, oldest first. */
  private List<String> history(long line) {
    List<String> history = new ArrayList<>();
    for (int i = Math.max(0, recorded - HISTORY); i < recorded; i++) {
      int slot = 2 * (i & HISTORY - 1);
      if (recent[slot + 1] == line) {
        int pair = (int) recent[slot] & (1 << PAIR_BITS) - 1;
        history.add(
            "cycle "
                + (recent[slot] >> PAIR_BITS)
                + " "
                + events[pair % events.length]
                + " in "
                + states[pair / events.length]);
      }
    }
    return history;
  }
}
