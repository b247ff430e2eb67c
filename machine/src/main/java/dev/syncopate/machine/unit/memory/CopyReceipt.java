package dev.syncopate.machine.unit.memory;

import dev.syncopate.machine.core.PeerMessage;
import dev.syncopate.sim.perturb.PeerChannel;

/**
 * End of a bulk copy to the shared memory of a CTA, told to the compute unit that copies.
 *
 * @param present whether the CTA was there for all bytes
 */
record CopyReceipt(CopyDelivery delivery, boolean present) implements PeerMessage {
  @Override
  public PeerChannel channel() {
    return PeerChannel.ANSWER;
  }
}
