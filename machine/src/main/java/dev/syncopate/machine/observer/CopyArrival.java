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

  /** What the lanes' requests did to the objects, and then, when they arrive, the arrivals. */
  public MbarrierStates states;

  public CopyArrival(long lanes, long[] address, int base, MbarrierStates states) {
    this.lanes = lanes;
    this.address = address;
    this.base = base;
    this.states = states;
  }
}
