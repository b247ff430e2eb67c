package dev.syncopate.memory.protocol;

import dev.syncopate.memory.topology.VirtualNetwork;
import java.util.Set;

/** What a message asks or answers; each protocol has its own. */
public interface MessageType {
  String name();

  /** From whom to whom, for people: {@code L1 to L2}. */
  String way();

  /** What it asks or says, for people. */
  String description();

  /** What it carries beside its line and whose message it is; checked where protocols are. */
  Set<MessageField> fields();

  /** The virtual network on which it goes. */
  default VirtualNetwork network() {
    return VirtualNetwork.REQUEST;
  }
}
