package dev.syncopate.machine.unit.memory;

import dev.syncopate.machine.core.PeerMessage;

/**
 * End of a bulk copy to the shared memory of a CTA, told to the compute unit that copies.
 *
 * @param present whether the CTA was there for all bytes
 */
record CopyReceipt(CopyDelivery delivery, boolean present) implements PeerMessage {}
