package dev.syncopate.memory.protocol;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** Fields that a {@link MessageType} may carry in addition to its line and sender. */
public enum MessageField {
  /** {@link MemoryMessage#maskLow} and {@link MemoryMessage#maskHigh}. */
  BYTES("which bytes of the line it is about"),
  /** {@link MemoryMessage#data}. */
  DATA("values of bytes"),
  /** {@link MemoryMessage#atomics}. */
  ATOMICS("read-modify-writes: operations, operands, places in the line"),
  /** {@link MemoryMessage#values}. */
  OLD_VALUES("old values of read-modify-writes"),
  /** {@link MemoryMessage#tag}. */
  TAG("the sender's number for what the answer belongs to");

  private final String description;

  MessageField(String description) {
    this.description = description;
  }

  /** An immutable set. */
  public static Set<MessageField> setOf(MessageField... fields) {
    EnumSet<MessageField> set = EnumSet.noneOf(MessageField.class);
    Collections.addAll(set, fields);
    return Collections.unmodifiableSet(set);
  }

  /** What it is. */
  public String description() {
    return description;
  }

  /** Whether a message has something in it. A tag may be any number, and so always is there. */
  public boolean isIn(MemoryMessage message) {
    return switch (this) {
      case BYTES -> (message.maskLow | message.maskHigh) != 0;
      case DATA -> message.data().length != 0;
      case ATOMICS -> message.atomics() != null;
      case OLD_VALUES -> message.values().length != 0;
      case TAG -> true;
    };
  }
}
