package dev.syncopate.sim.perturb;

/** Way of messages between compute units that run CTAs of one cluster. */
public enum PeerChannel {
  /** Accesses to another CTA's shared memory and mbarriers. */
  REQUEST(0),
  /** What comes back. */
  ANSWER(1),
  /** Bytes of bulk copies. */
  COPY(2),
  /** Arrivals at the barrier of the cluster. */
  BARRIER(3);

  private final int number;

  PeerChannel(int number) {
    this.number = number;
  }

  /** From 0. */
  public int number() {
    return number;
  }
}
