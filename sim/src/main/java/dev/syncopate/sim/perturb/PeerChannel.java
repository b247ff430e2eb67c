package dev.syncopate.sim.perturb;

/** Way of messages between compute units that run CTAs of one cluster. */
public enum PeerChannel {
  /** Accesses to another CTA's shared memory and mbarriers. */
  REQUEST,
  /** What comes back. */
  ANSWER,
  /** Bytes of bulk copies. */
  COPY,
  /** Arrivals at the barrier of the cluster. */
  BARRIER
}
