package dev.syncopate.sim.engine;

/**
 * A clock whose cycles are in an exact ratio to the engine's: own cycle k begins at engine cycle k
 * × engine / own. Both begin with cycle 0. What crosses over is seen at the other clock's next
 * edge.
 *
 * @param ownCycles own cycles that take as long as {@code engine} of the engine's, in lowest terms
 * @param engine engine cycles
 */
public record ClockDomain(long ownCycles, long engine) {
  public ClockDomain {
    if (ownCycles < 1 || engine < 1) {
      throw new IllegalArgumentException("clocks in a ratio of " + ownCycles + " to " + engine);
    }
  }

  /** Of two clocks in the same unit. */
  public static ClockDomain of(long ownFrequency, long engineFrequency) {
    long divisor = divisor(ownFrequency, engineFrequency);
    return new ClockDomain(ownFrequency / divisor, engineFrequency / divisor);
  }

  private static long divisor(long a, long b) {
    return b == 0 ? Math.max(1, a) : divisor(b, a % b);
  }

  /** The first engine cycle that begins no earlier than an own one. */
  public long engineCycle(long ownCycle) {
    return scaled(ownCycle, engine, ownCycles);
  }

  /** The first own cycle that begins no earlier than one of the engine's. */
  public long ownCycle(long engineCycle) {
    return scaled(engineCycle, ownCycles, engine);
  }

  /** Rounded up; in two parts, so that no product is large. */
  private static long scaled(long cycle, long factor, long divisor) {
    return cycle / divisor * factor + Math.ceilDiv(cycle % divisor * factor, divisor);
  }
}
