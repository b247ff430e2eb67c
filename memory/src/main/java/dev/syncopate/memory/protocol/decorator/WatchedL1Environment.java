package dev.syncopate.memory.protocol.decorator;

import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.topology.Node;
import org.jspecify.annotations.Nullable;

/** An L1's environment of which is seen what the controller sends. */
final class WatchedL1Environment extends ForwardingEnvironment implements L1Environment {
  private final L1Environment inner;
  private @Nullable EventChecks checks;

  WatchedL1Environment(L1Environment inner) {
    super(inner);
    this.inner = inner;
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

  @Override
  public void occupy(int cycles) {
    inner.occupy(cycles);
  }
}
