package dev.syncopate.model.axiom.relation;

import java.util.Arrays;

/** A set of events, which are numbered from 0. Changes only while it is filled by {@link #add}. */
public final class EventSet {
  private final int events;
  final long[] bits;

  /** The empty set of that many events. */
  public EventSet(int events) {
    this(events, new long[(events + 63) >>> 6]);
  }

  private EventSet(int events, long[] bits) {
    this.events = events;
    this.bits = bits;
  }

  /** All events. */
  public static EventSet all(int events) {
    return new EventSet(events).complement();
  }

  /** How many events there are, in the set or not. */
  public int events() {
    return events;
  }

  /** Puts an event in. */
  public void add(int event) {
    bits[event >>> 6] |= 1L << event;
  }

  /** Whether an event is in it. */
  public boolean contains(int event) {
    return (bits[event >>> 6] >>> event & 1) != 0;
  }

  /** How many are in it. */
  public int size() {
    int size = 0;
    for (long word : bits) {
      size += Long.bitCount(word);
    }
    return size;
  }

  /** Whether none is in it. */
  public boolean isEmpty() {
    return size() == 0;
  }

  /** What is in this or in the other. */
  public EventSet union(EventSet right) {
    EventSet result = new EventSet(events);
    for (int i = 0; i < bits.length; i++) {
      result.bits[i] = bits[i] | right.bits[i];
    }
    return result;
  }

  /** What is in both. */
  public EventSet intersection(EventSet right) {
    EventSet result = new EventSet(events);
    for (int i = 0; i < bits.length; i++) {
      result.bits[i] = bits[i] & right.bits[i];
    }
    return result;
  }

  /** What is in this and not in the other. */
  public EventSet difference(EventSet right) {
    EventSet result = new EventSet(events);
    for (int i = 0; i < bits.length; i++) {
      result.bits[i] = bits[i] & ~right.bits[i];
    }
    return result;
  }

  /** What is not in this. */
  public EventSet complement() {
    EventSet result = new EventSet(events);
    for (int i = 0; i < bits.length; i++) {
      int remaining = events - (i << 6);
      result.bits[i] = ~bits[i] & (remaining >= 64 ? -1L : (1L << remaining) - 1);
    }
    return result;
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof EventSet set && events == set.events && Arrays.equals(bits, set.bits);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bits);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("{");
    for (int e = 0; e < events; e++) {
      if (contains(e)) {
        text.append(text.length() > 1 ? ", " : "").append(e);
      }
    }
    return text.append('}').toString();
  }
}
