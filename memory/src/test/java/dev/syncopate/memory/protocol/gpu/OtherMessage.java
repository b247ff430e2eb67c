package dev.syncopate.memory.protocol.gpu;

import dev.syncopate.memory.protocol.MessageField;
import dev.syncopate.memory.protocol.MessageType;
import java.util.Set;

/** A message of no protocol. */
enum OtherMessage implements MessageType {
  GOSSIP;

  @Override
  public String way() {
    return "anybody to anybody";
  }

  @Override
  public String description() {
    return "have you heard";
  }

  @Override
  public Set<MessageField> fields() {
    return Set.of();
  }
}
