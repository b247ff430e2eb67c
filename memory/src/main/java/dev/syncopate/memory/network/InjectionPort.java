package dev.syncopate.memory.network;

/**
 * Port through which messages leave a tile or partition, one after the other, each for as many
 * whole cycles as its bytes need.
 */
public final class InjectionPort {
  private final int bytesPerCycle;
  private final PortCounters counters;

  /** The first cycle in which the port is free. */
  private long freeFrom;

  /**
   * @param bytesPerCycle bandwidth
   * @param counters to add to
   */
  public InjectionPort(int bytesPerCycle, PortCounters counters) {
    this.bytesPerCycle = bytesPerCycle;
    this.counters = counters;
  }

  /**
   * Sends a message behind those sent before.
   *
   * @param now the present cycle
   * @param bytes of the message, header included
   * @return the cycle before which its last byte has left, after {@code now}; add the network's
   *     latency for the arrival
   */
  public long depart(long now, int bytes) {
    int cycles = Math.max(1, Math.ceilDiv(bytes, bytesPerCycle));
    long start = Math.max(now, freeFrom);
    freeFrom = start + cycles;
    counters.injectionCycles += cycles;
    counters.injectionWaitCycles += start - now;
    return freeFrom;
  }
}
