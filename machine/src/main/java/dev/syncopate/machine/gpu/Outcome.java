package dev.syncopate.machine.gpu;

/** How a launch ended. */
public enum Outcome {
  /** Every thread has exited and everything written is visible to the device. */
  DONE,
  /** Nothing could happen any more, or nothing got on for the watchdog's time. */
  HANG,
  /** The limit of cycles was reached. */
  MAX_CYCLES,
  /** The listener, or {@link Gpu#interrupt}, said so. */
  INTERRUPTED,
  /** A thread executed {@code trap} or a failed assertion. */
  TRAP,
  /** A thread did what it must not: a misaligned or illegal address, for example. */
  FAULT
}
