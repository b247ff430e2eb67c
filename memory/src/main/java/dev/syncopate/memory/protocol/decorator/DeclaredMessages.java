package dev.syncopate.memory.protocol.decorator;

import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.MessageField;
import dev.syncopate.memory.protocol.MessageType;
import java.util.List;

/** Holds messages against what their protocol says of them. */
final class DeclaredMessages {
  private static final MessageField[] FIELDS = {
    MessageField.BYTES, MessageField.DATA, MessageField.ATOMICS, MessageField.OLD_VALUES
  };

  private final String protocol;
  private final List<MessageType> types;

  DeclaredMessages(String protocol, List<MessageType> types) {
    this.protocol = protocol;
    this.types = types;
  }

  /**
   * @throws IllegalStateException if the protocol does not name its type, or the type not all that
   *     it carries
   */
  void check(MemoryMessage message) {
    if (!types.contains(message.type)) {
      throw new IllegalStateException(
          "protocol " + protocol + " does not list messages " + message.type.name());
    }
    for (MessageField field : FIELDS) {
      if (!message.type.fields().contains(field) && field.isIn(message)) {
        throw new IllegalStateException(
            "%s carries %s, which protocol %s does not say of %s"
                .formatted(message, field.description(), protocol, message.type.name()));
      }
    }
  }
}
