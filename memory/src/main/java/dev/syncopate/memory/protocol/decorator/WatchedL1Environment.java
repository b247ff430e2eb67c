package dev.syncopate.memory.protocol.decorator;

import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.topology.Node;
import org.jspecify.annotations.Nullable;

/** An L1's environment of which is seen what the controller sends. */
final class WatchedL1Environment extends ForwardingEnvironment implements L1Environment {
  private final L1Environment of;
  private @Nullable EventChecks checks;

  WatchedL1Environment(L1Environment of) {
    super(of);
    this.of = of;
  }

  /** From now on what is sent is that of the controller's events. */
  EventChecks watch(EventChecks made) {
    checks = made;
    return made;
  }

  @Override
  public void send(Node to, MemoryMessage message) {
    if (checks != null) {
      checks.sent(message);
    }
    super.send(to, message);
  }

  @Override
  public void occupy(int cycles) {
    of.occupy(cycles);
  }
}
