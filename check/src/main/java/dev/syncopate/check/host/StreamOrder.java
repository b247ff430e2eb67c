package dev.syncopate.check.host;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Happens-before order of the operations of a program's streams (CUDA C++ Programming Guide,
 * "Asynchronous Concurrent Execution"), as vector clocks: of each stream how many of its operations
 * are known to be over. The host is one thread.
 */
final class StreamOrder {
  /** The legacy default stream, which waits for blocking streams and makes them wait. */
  static final long LEGACY = 0;

  /** Stands for the host. */
  static final long HOST = -1;

  /** Number of each stream's operations before a point. */
  record Clock(Map<Long, Integer> counts) {
    static final Clock NOTHING = new Clock(Map.of());

    Clock join(Clock right) {
      if (counts.isEmpty()) {
        return right;
      }
      Map<Long, Integer> merged = new TreeMap<>(counts);
      right.counts.forEach((stream, count) -> merged.merge(stream, count, Math::max));
      return new Clock(merged);
    }

    Clock with(long stream, int count) {
      return join(new Clock(Map.of(stream, count)));
    }

    /** Whether an operation, counted from 1 in its stream, is before. */
    boolean has(long stream, int number) {
      return counts.getOrDefault(stream, 0) >= number;
    }
  }

  private final Map<Long, Clock> streams = new TreeMap<>();
  private final Map<Long, Integer> counts = new HashMap<>();
  private final Map<Long, Clock> events = new HashMap<>();
  private final Set<Long> independent = new TreeSet<>();
  private Clock host = Clock.NOTHING;
  private Clock legacy = Clock.NOTHING;

  /** A stream is made that the legacy default stream has nothing to do with. */
  void independent(long stream) {
    independent.add(stream);
  }

  /** How many streams have had operations. */
  int streams() {
    return counts.size();
  }

  /** What an operation that is enqueued now comes behind. */
  private Clock enqueued(long stream) {
    Clock clock = host.join(streams.getOrDefault(stream, Clock.NOTHING));
    if (stream == LEGACY) {
      for (Map.Entry<Long, Clock> entry : streams.entrySet()) {
        clock = independent.contains(entry.getKey()) ? clock : clock.join(entry.getValue());
      }
    } else if (!independent.contains(stream)) {
      clock = clock.join(legacy);
    }
    return clock;
  }

  /**
   * An operation is enqueued; returns what it comes behind. Its number is that of {@link #count}.
   */
  Clock operation(long stream) {
    Clock startClock = enqueued(stream);
    int number = counts.merge(stream, 1, Integer::sum);
    Clock endClock = startClock.with(stream, number);
    streams.put(stream, endClock);
    if (stream == LEGACY) {
      legacy = endClock;
    }
    return startClock;
  }

  /** What is over when the last operation of a stream is, as of now; nothing before the first. */
  Clock end(long stream) {
    return streams.getOrDefault(stream, Clock.NOTHING);
  }

  /**
   * What a launch that may start before its predecessor is over comes behind all the same.
   *
   * @param early what the predecessor came behind
   */
  Clock dependent(long stream, Clock early) {
    Clock end = end(stream);
    streams.put(stream, early);
    Clock clock = enqueued(stream);
    streams.put(stream, end);
    return clock;
  }

  /** How many operations a stream has had. */
  int count(long stream) {
    return counts.getOrDefault(stream, 0);
  }

  /** An event is recorded in a stream. */
  void record(long event, long stream) {
    events.put(event, enqueued(stream));
  }

  /** What is enqueued in a stream from now on waits for an event. */
  void await(long stream, long event) {
    Clock clock = events.get(event);
    if (clock != null) {
      streams.merge(stream, clock, Clock::join);
    }
  }

  /** The host has waited for a stream. */
  void hostAwaits(long stream) {
    host = host.join(enqueued(stream));
  }

  /** The host has waited for an event. */
  void hostAwaitsEvent(long event) {
    host = host.join(events.getOrDefault(event, Clock.NOTHING));
  }

  /** The host has waited for all streams. */
  void hostAwaitsAll() {
    for (Clock clock : streams.values()) {
      host = host.join(clock);
    }
  }

  /** Whether an operation is over for all that is enqueued from now on. */
  boolean isOver(long stream, int number) {
    return host.has(stream, number);
  }
}
