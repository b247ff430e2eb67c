package dev.syncopate.machine.unit.memory;

import dev.syncopate.machine.core.PeerMessage;
import dev.syncopate.sim.perturb.PeerChannel;

/**
 * Bytes of a bulk copy on their way to the shared memory of a CTA.
 *
 * @param offset of the first among those of the copy
 * @param bytes that several messages may share, and that stay as they are
 */
record CopyPart(CopyDelivery delivery, int offset, byte[] bytes) implements PeerMessage {
  @Override
  public PeerChannel channel() {
    return PeerChannel.COPY;
  }
}
