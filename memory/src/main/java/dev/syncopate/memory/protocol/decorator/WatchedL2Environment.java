package dev.syncopate.memory.protocol.decorator;

import dev.syncopate.memory.protocol.L2Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.topology.Node;
import org.jspecify.annotations.Nullable;

/** A bank's environment of which is seen what the controller sends. */
final class WatchedL2Environment extends ForwardingL2Environment {
  private @Nullable EventChecks checks;

  WatchedL2Environment(L2Environment inner) {
    super(inner);
  }

  /** From now on what is sent is that of the controller's events. */
  EventChecks watch(EventChecks newChecks) {
    checks = newChecks;
    return newChecks;
  }

  @Override
  public void send(Node receiver, MemoryMessage message) {
    if (checks != null) {
      checks.sent(message);
    }
    super.send(receiver, message);
  }
}
