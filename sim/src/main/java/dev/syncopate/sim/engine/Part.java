package dev.syncopate.sim.engine;

import java.util.Arrays;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A piece of hardware that shares no mutable state with any other: it runs its own events and
 * reaches others only by {@link #send}. Subclasses hold the component's state; the engine calls in
 * from one thread at a time.
 */
public abstract class Part {
  private final String name;
  private final TimingWheel wheel = new TimingWheel();
  private Outbox[] outboxes = new Outbox[0];
  private long windowEnd;
  int thread;
  private int number;

  protected Part(String name) {
    this.name = name;
  }

  /** The part's name in messages to people, for example {@code cu3} or {@code l2.bank7}. */
  public final String name() {
    return name;
  }

  /** The cycle being run; between windows, the first one not yet run. */
  public final long now() {
    return wheel.now();
  }

  /** Gives {@link #now}; of the same class for every part, so that asking it costs no more. */
  public final LongSupplier clock() {
    return wheel;
  }

  /** Schedules an event of this part; see {@link TimingWheel#schedule}. */
  public final void schedule(Event event, long time) {
    wheel.schedule(event, time);
  }

  /**
   * Sends a message to another part. Messages that arrive in the same cycle fire in the order
   * (window of sending, sender's number, order of sending), for any number of threads. The target's
   * own events that were scheduled before the window of sending ended fire first.
   *
   * @param arrival the cycle in which it fires there; at least one engine window after the present
   *     cycle
   */
  public final void send(Message message, Part target, long arrival) {
    if (arrival < windowEnd || outboxes.length == 0) {
      throw refusal(target, arrival);
    }
    outboxes[target.thread].add(message, target, arrival);
  }

  private RuntimeException refusal(Part target, long arrival) {
    return arrival < windowEnd
        ? new IllegalArgumentException(
            name
                + " sends to "
                + target.name
                + " for cycle "
                + arrival
                + ", inside the window that ends at "
                + windowEnd)
        : new IllegalStateException(name + " was not given to an engine");
  }

  final void join(int partNumber, int ownThread, int threads) {
    number = partNumber;
    thread = ownThread;
    outboxes = new Outbox[threads];
    for (int i = 0; i < threads; i++) {
      outboxes[i] = new Outbox();
    }
  }

  /** Runs a window; returns {@link #nextTime} behind it. */
  final long run(long end) {
    windowEnd = end;
    return wheel.runUntil(end);
  }

  final long nextTime() {
    return wheel.nextTime();
  }

  /** Moves what was sent to parts of one thread into their wheels. */
  final void deliver(int targetThread) {
    Outbox outbox = outboxes[targetThread];
    if (outbox.size > 0) {
      outbox.deliver();
    }
  }

  /**
   * The same.
   *
   * @param nexts by part: the time of its next event, which what is delivered may make earlier
   */
  final void deliver(int targetThread, long[] nexts) {
    Outbox outbox = outboxes[targetThread];
    if (outbox.size > 0) {
      outbox.deliver(nexts);
    }
  }

  /** Messages of one window from one part to the parts of one thread. */
  private static final class Outbox {
    private @Nullable Message[] messages = new @Nullable Message[16];
    private @Nullable Part[] targets = new @Nullable Part[16];
    private long[] arrivals = new long[16];
    private int size;

    void add(Message message, Part target, long arrival) {
      if (size == arrivals.length) {
        messages = Arrays.copyOf(messages, 2 * size);
        targets = Arrays.copyOf(targets, 2 * size);
        arrivals = Arrays.copyOf(arrivals, 2 * size);
      }
      messages[size] = message;
      targets[size] = target;
      arrivals[size++] = arrival;
    }

    @SuppressWarnings("NullAway") // the first size entries are never null
    void deliver(long[] nexts) {
      for (int i = 0; i < size; i++) {
        Part target = targets[i];
        long arrival = arrivals[i];
        target.wheel.schedule(messages[i], arrival);
        messages[i] = null;
        nexts[target.number] = Math.min(nexts[target.number], arrival);
      }
      size = 0;
    }

    @SuppressWarnings("NullAway") // the first size entries are never null
    void deliver() {
      for (int i = 0; i < size; i++) {
        targets[i].wheel.schedule(messages[i], arrivals[i]);
        messages[i] = null;
      }
      size = 0;
    }
  }
}
