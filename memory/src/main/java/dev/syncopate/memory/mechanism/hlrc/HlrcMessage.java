package dev.syncopate.memory.mechanism.hlrc;

import dev.syncopate.memory.cache.OwnershipBalance;
import dev.syncopate.memory.kit.LineMessage;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.topology.Node;

/** A message that may carry a registration: a line's first word stands for it. */
final class HlrcMessage extends MemoryMessage {
  /** The word of a line whose owner is who has its registration. */
  static final int REGISTRATION = 1;

  /**
   * @param node the L1 from which, or to which
   */
  HlrcMessage(HlrcType type, long line, Node node) {
    super(type, line, node);
  }

  private HlrcMessage(Builder builder) {
    super(builder);
  }

  /** The same bytes of the same line as another message carries, to a node. */
  static HlrcMessage carrying(HlrcType type, Node node, MemoryMessage message) {
    return new HlrcMessage(
        new Builder(type, message.line, node)
            .mask(message.maskLow, message.maskHigh)
            .carrying(message)
            .tag(message.tag));
  }

  /** What the cache behind takes for the answer to its read. */
  static MemoryMessage fill(MemoryMessage once) {
    return once.answerCarrying(LineMessage.FILL);
  }

  @Override
  public void holds(OwnershipBalance holdings) {
    if (type == HlrcType.REGISTERED || type == HlrcType.UNREGISTERED) {
      holdings.add(line, REGISTRATION, 1);
    }
  }
}
