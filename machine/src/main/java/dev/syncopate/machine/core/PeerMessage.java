package dev.syncopate.machine.core;

import dev.syncopate.sim.perturb.PeerChannel;

/**
 * Message between compute units that run CTAs of one cluster. Only its receiver may touch it until
 * it is sent again.
 */
public interface PeerMessage {
  /** Messages of one channel from one compute unit to another stay in order. */
  PeerChannel channel();

  /** Whether it takes to its receiver what is written there. */
  default boolean stores() {
    return channel() == PeerChannel.COPY;
  }
}
