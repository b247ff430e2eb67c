package dev.syncopate.memory.network;

/**
 * Port through which messages enter a tile or partition. A message's first bytes arrive while its
 * last are still being injected at the other end (cut-through), so a message that meets no other
 * here is not delayed a second time for its size.
 */
public final class EjectionPort {
  private final int bytesPerCycle;
  private final PortCounters counters;

  /** The cycle before which the last byte of the last message is in. */
  private long freeFrom = Long.MIN_VALUE / 2;

  /**
   * @param bytesPerCycle bandwidth
   * @param counters to add to
   */
  public EjectionPort(int bytesPerCycle, PortCounters counters) {
    this.bytesPerCycle = bytesPerCycle;
    this.counters = counters;
  }

  /**
   * Receives a message behind those that arrived before; call in order of arrival.
   *
   * @param now the present cycle, in which the message's last byte is at the port
   * @param bytes of the message, header included
   * @return the cycle in which it is through, {@code now} when the port was free; later than every
   *     earlier message's
   */
  public long arrive(long now, int bytes) {
    int cycles = Math.max(1, Math.ceilDiv(bytes, bytesPerCycle));
    long deliveryCycle = Math.max(now, freeFrom + cycles);
    freeFrom = deliveryCycle;
    counters.ejectionCycles += cycles;
    counters.ejectionWaitCycles += deliveryCycle - now;
    return deliveryCycle;
  }
}
