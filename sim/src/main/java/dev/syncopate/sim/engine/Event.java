package dev.syncopate.sim.engine;

import org.jspecify.annotations.Nullable;

/**
 * Something that happens inside one {@link Part} at one cycle.
 *
 * <p>Events are intrusive list nodes so that scheduling allocates nothing: an event is in at most
 * one wheel at a time. A component that acts every cycle while it is busy keeps one event and
 * schedules it again from {@link #fire}.
 */
public abstract class Event {
  @Nullable Event next;
  long time = NOT_SCHEDULED;

  static final long NOT_SCHEDULED = -1;

  /** Whether this event waits in a wheel. */
  public final boolean scheduled() {
    return time != NOT_SCHEDULED;
  }

  /**
   * Happens.
   *
   * @param now the cycle, in core clock cycles since the engine was made
   */
  protected abstract void fire(long now);
}
