package dev.syncopate.memory.protocol;

import dev.syncopate.memory.topology.VirtualNetwork;

/** What a message asks or answers; each protocol has its own. */
public interface MessageType {
  String name();

  /** The virtual network on which it goes. */
  default VirtualNetwork network() {
    return VirtualNetwork.REQUEST;
  }
}
