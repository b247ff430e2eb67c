package dev.syncopate.machine.gpu;

/** End of a launch. */
public enum LaunchOutcome {
  /** Every thread has exited and everything written is visible to the device. */
  DONE,
  /**
   * Nothing could happen any more, or for the watchdog's time nothing changed and every warp waited
   * or repeated itself.
   */
  HANG,
  /** Nothing that can be seen changed for many times that, though warps compute or await a time. */
  NO_PROGRESS,
  /** The limit of cycles was reached. */
  MAX_CYCLES,
  /** The listener, or {@link Gpu#interrupt}, said so. */
  INTERRUPTED,
  /** A thread executed {@code trap} or a failed assertion. */
  TRAP,
  /** A thread did what it must not: a misaligned or illegal address, for example. */
  FAULT
}
