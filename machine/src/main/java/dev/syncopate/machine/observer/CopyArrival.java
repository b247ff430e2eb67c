package dev.syncopate.machine.observer;

/**
 * Arrivals at mbarrier objects that lanes have asked for and that happen when their asynchronous
 * copies are complete. One request is one object.
 */
public final class CopyArrival {
  public final long lanes;

  /** By lane; an offset in the CTA's shared memory is this less {@link #base}. */
  public final long[] address;

  public final int base;

  public CopyArrival(long lanes, long[] address, int base) {
    this.lanes = lanes;
    this.address = address;
    this.base = base;
  }
}
