package dev.syncopate.sim.engine;

/** Hears how long the parts of an engine took in each window, on one thread. */
public interface WindowMeter {
  /** Nanoseconds since any moment: the model itself looks at no clock. */
  long nanoseconds();

  /**
   * A window is over. The arrays are used again for the next one.
   *
   * @param parts numbers of the parts that ran, in the order in which they did
   * @param nanoseconds of each of them
   * @param count how many ran
   * @param deliverNanoseconds in which messages were put into their targets' wheels
   */
  void ran(int[] parts, long[] nanoseconds, int count, long deliverNanoseconds);
}
