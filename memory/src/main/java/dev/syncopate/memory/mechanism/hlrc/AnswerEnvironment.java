package dev.syncopate.memory.mechanism.hlrc;

import dev.syncopate.memory.kit.LineMessage;
import dev.syncopate.memory.protocol.L2Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.decorator.ForwardingL2Environment;
import dev.syncopate.memory.topology.Node;
import org.jspecify.annotations.Nullable;

/**
 * Environment of the cache behind {@link HlrcL2}. Bytes that the cache sends to this node belong to
 * a line to be granted. Bytes of a line that is registered elsewhere must not be kept.
 */
final class AnswerEnvironment extends ForwardingL2Environment {
  private @Nullable HlrcL2 bank;

  AnswerEnvironment(L2Environment environment) {
    super(environment);
  }

  void tell(HlrcL2 controller) {
    bank = controller;
  }

  @Override
  public void send(Node receiver, MemoryMessage message) {
    if (bank == null || message.type != LineMessage.FILL) {
      super.send(receiver, message);
    } else if (receiver.equals(node())) {
      bank.granted(message);
    } else if (!bank.sentOnce(receiver, message)) {
      super.send(receiver, message);
    }
  }
}
