package dev.syncopate.sim.engine;

import dev.syncopate.sim.bits.Bits;
import java.util.PriorityQueue;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The pending events of one part in the total order (time, order of scheduling).
 *
 * <p>A ring of {@value #SLOTS} one-cycle buckets holds the near future; each bucket is a linked
 * list in scheduling order, and a bitmap finds the next non-empty one. Events further away wait in
 * a heap and move into the ring as it turns.
 *
 * <pre>
 *   time:   base            base+1          ...   base+SLOTS-1
 *   slot:   base &amp; MASK  (base+1) &amp; MASK       ...
 * </pre>
 */
public final class TimingWheel implements LongSupplier {
  static final int SLOTS = 2048;
  private static final int MASK = SLOTS - 1;

  /**
   * First and last event of slot s at {@code 2s} and {@code 2s + 1}: adjacent, because an event far
   * ahead mostly finds its slot outside of the host's caches.
   */
  private final @Nullable Event[] ring = new @Nullable Event[2 * SLOTS];

  private final long[] occupied = new long[SLOTS / 64];

  /** Which words of {@link #occupied} are not 0, a bit each. */
  private int occupiedWords;

  private final PriorityQueue<Far> far = new PriorityQueue<>();
  private long farSequence;

  /** The time of the first of these. */
  private long firstFar = Long.MAX_VALUE;

  /** No event in the ring is earlier, none in it as late as {@code base + SLOTS}. */
  private long base;

  private record Far(long time, long sequence, Event event) implements Comparable<Far> {
    @Override
    public int compareTo(Far right) {
      int byTime = Long.compare(time, right.time);
      return byTime != 0 ? byTime : Long.compare(sequence, right.sequence);
    }
  }

  /**
   * Adds an event.
   *
   * @param event one that is in no wheel
   * @param time its cycle, not before the cycle being run
   */
  public void schedule(Event event, long time) {
    if (event.time != Event.NOT_SCHEDULED || time < base) {
      throw refusal(event, time);
    }
    event.time = time;
    if (time - base < SLOTS) {
      append(event, (int) time & MASK);
    } else {
      far.add(new Far(time, farSequence++, event));
      firstFar = Math.min(firstFar, time);
    }
  }

  private RuntimeException refusal(Event event, long time) {
    return event.time == Event.NOT_SCHEDULED
        ? new IllegalArgumentException("cycle " + time + " is in the past of cycle " + base)
        : new IllegalStateException(
            event
                + " is already scheduled for cycle "
                + event.time
                + ", cannot schedule it for "
                + time);
  }

  private void append(Event event, int slot) {
    event.next = null;
    Event last = ring[2 * slot + 1];
    if (last == null) {
      ring[2 * slot] = event;
      occupied[slot >> 6] |= 1L << slot;
      occupiedWords |= 1 << (slot >> 6);
    } else {
      last.next = event;
    }
    ring[2 * slot + 1] = event;
  }

  /** The cycle whose events fire; nothing can be scheduled before it. */
  public long now() {
    return base;
  }

  /** As {@link #now}. */
  @Override
  public long getAsLong() {
    return base;
  }

  /** The cycle of the earliest event, or {@link Long#MAX_VALUE}. */
  public long nextTime() {
    int start = (int) base & MASK;
    int word = start >> 6;
    long bits = occupied[word] & (-1L << start);
    if (bits == 0 && occupiedWords != 0) { // of this word those before the start come last
      int ahead = Integer.rotateRight(occupiedWords, word + 1);
      word = (word + 1 + Integer.numberOfTrailingZeros(ahead)) & (SLOTS / 64 - 1);
      bits = occupied[word];
    }
    if (bits != 0) {
      int slot = (word << 6) + Bits.lowest(bits);
      return base + ((slot - start) & MASK);
    }
    return firstFar;
  }

  /**
   * Fires every event before {@code end}, those scheduled meanwhile included.
   *
   * @param end the first cycle not to run
   * @return {@link #nextTime} from then on
   */
  public long runUntil(long end) {
    long time = nextTime();
    while (time < end) {
      advance(time);
      int slot = (int) time & MASK;
      int first = 2 * slot;
      for (Event event = ring[first]; event != null; event = ring[first]) {
        Event following = event.next;
        ring[first] = following;
        if (following == null) {
          ring[first + 1] = null;
          vacate(slot);
        } else {
          event.next = null;
        }
        event.time = Event.NOT_SCHEDULED;
        event.fire(time);
      }
      time = nextTime();
    }
    if (base < end) {
      advance(end);
    }
    return time;
  }

  private void vacate(int slot) {
    int word = slot >> 6;
    occupied[word] &= ~(1L << slot);
    if (occupied[word] == 0) {
      occupiedWords &= ~(1 << word);
    }
  }

  /**
   * Turns the ring; far events that come within reach enter it before anything nearer can be
   * scheduled behind them.
   */
  private void advance(long time) {
    base = time;
    while (firstFar < Long.MAX_VALUE && firstFar - base < SLOTS) {
      Far first = far.remove();
      append(first.event, (int) first.time & MASK);
      Far following = far.peek();
      firstFar = following == null ? Long.MAX_VALUE : following.time;
    }
  }
}
