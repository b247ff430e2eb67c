package dev.syncopate.memory.mechanism.gpu;

import dev.syncopate.memory.protocol.MessageType;

/** A message of no protocol. */
enum OtherMessage implements MessageType {
  GOSSIP;

  @Override
  public Form form() {
    return Form.of("anybody to anybody", "have you heard");
  }
}
