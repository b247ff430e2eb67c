package dev.syncopate.memory.protocol.denovo;

import dev.syncopate.memory.protocol.MessageType;
import dev.syncopate.memory.topology.VirtualNetwork;

/** Messages of DeNovo, beside reads and fills, which are those of every cache. */
public enum DenovoType implements MessageType {
  /** L1 to L2: make me the owner of these words. */
  REGISTER(VirtualNetwork.REQUEST),
  /** L1 to L2: I was the owner of these words; here they are. Answered by WRITTEN_BACK. */
  WRITE_BACK(VirtualNetwork.REQUEST),
  /** L2 to owner: send these words to whoever reads them. */
  FORWARD_READ(VirtualNetwork.CONTROL),
  /** L2 to the owner before: hand these words over to the owner to be. */
  FORWARD_REGISTER(VirtualNetwork.CONTROL),
  /** L2 or the owner before to the owner to be: these words are yours. */
  REGISTERED(VirtualNetwork.CONTROL),
  /** L2 to L1: a WRITE_BACK has come, and of its words these were the L1's still. */
  WRITTEN_BACK(VirtualNetwork.CONTROL),
  /** L2 to owner: give these words back. Answered by RECALLED. */
  RECALL(VirtualNetwork.CONTROL),
  /** Owner to L2: here they are, as far as it had not sent them already. */
  RECALLED(VirtualNetwork.CONTROL);

  private final VirtualNetwork network;

  DenovoType(VirtualNetwork network) {
    this.network = network;
  }

  @Override
  public VirtualNetwork network() {
    return network;
  }
}
