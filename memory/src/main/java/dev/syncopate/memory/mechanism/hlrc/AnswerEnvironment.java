package dev.syncopate.memory.mechanism.hlrc;

import dev.syncopate.memory.kit.LineMessage;
import dev.syncopate.memory.protocol.L2Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.decorator.ForwardingL2Environment;
import dev.syncopate.memory.topology.Node;
import org.jspecify.annotations.Nullable;

/**
 * What the cache behind {@link HlrcL2} acts through: bytes that it sends to this node are those of
 * a line to be granted, and bytes of a line that is registered elsewhere are not to be kept.
 */
final class AnswerEnvironment extends ForwardingL2Environment {
  private @Nullable HlrcL2 told;

  AnswerEnvironment(L2Environment of) {
    super(of);
  }

  void tell(HlrcL2 of) {
    told = of;
  }

  @Override
  public void send(Node to, MemoryMessage message) {
    if (told == null || message.type != LineMessage.FILL) {
      super.send(to, message);
    } else if (to.equals(node())) {
      told.granted(message);
    } else if (!told.sentOnce(to, message)) {
      super.send(to, message);
    }
  }
}
