package dev.syncopate.machine.observer;

/**
 * Looks at a device's counters while kernels run, again and again. It is told between windows of
 * the simulation, when every part has got equally far: so it hears the same for any number of
 * threads, a window later than it wishes at the most. It may change nothing.
 */
public interface Sampler {
  /** Cycles between two looks, counted from the beginning of each kernel; at least 1. */
  long interval();

  /**
   * A kernel begins, or a program on the CPU while none runs.
   *
   * @param kernel its name; empty where none runs
   * @param cycle in which
   * @param meter how counters stood after the kernel before
   */
  void begun(String kernel, long cycle, Meter meter);

  /**
   * An interval is over.
   *
   * @param cycle up to which all has happened
   */
  void sampled(long cycle, Meter meter);

  /**
   * The kernel has ended, by itself or not.
   *
   * @param cycle in which; an interval that was said to be over after it was not
   */
  void ended(long cycle, Meter meter);
}
