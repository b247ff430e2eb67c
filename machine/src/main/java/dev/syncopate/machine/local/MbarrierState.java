package dev.syncopate.machine.local;

/** What an mbarrier object's 64 bits say, for reports. */
public final class MbarrierState {
  private MbarrierState() {}

  /** Arrivals that its current phase still waits for. */
  public static int pending(long state) {
    return Mbarrier.pending(state);
  }

  /** Arrivals that each phase takes. */
  public static int expected(long state) {
    return Mbarrier.expected(state);
  }
}
