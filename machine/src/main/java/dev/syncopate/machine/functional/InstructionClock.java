package dev.syncopate.machine.functional;

/** Time of the functional tier: warp instructions issued on a device since it was made. */
final class InstructionClock {
  /** Instructions so far. */
  long now;

  long now() {
    return now;
  }
}
