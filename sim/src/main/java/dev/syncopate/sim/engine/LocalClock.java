package dev.syncopate.sim.engine;

/**
 * The time of a part with a separate clock. Its events happen at own cycles; the engine runs them
 * at the first of its cycles that begins no earlier, so several of them may share one.
 */
public final class LocalClock {
  private final Part part;
  private final ClockDomain domain;
  private long now;

  public LocalClock(Part part, ClockDomain domain) {
    this.part = part;
    this.domain = domain;
  }

  /** The own cycle in which the present event happens. */
  public long now() {
    return now;
  }

  /** The present event is one of the engine's: it is seen at the next own cycle. */
  public void crossed() {
    now = domain.ownCycle(part.now());
  }

  /** The ratio to the engine's clock. */
  public ClockDomain domain() {
    return domain;
  }

  /** Something that happens in an own cycle. */
  public abstract static class Edge extends Event {
    private final LocalClock clock;
    private long cycle;

    protected Edge(LocalClock clock) {
      this.clock = clock;
    }

    /** Lets it happen in an own cycle; at once if the part is past that. */
    public final void schedule(long ownCycle) {
      cycle = ownCycle;
      Part part = clock.part;
      part.schedule(this, Math.max(part.now(), clock.domain.engineCycle(ownCycle)));
    }

    @Override
    protected final void fire(long engineCycle) {
      clock.now = cycle;
      happen(cycle);
    }

    /** Happens. */
    protected abstract void happen(long ownCycle);
  }
}
