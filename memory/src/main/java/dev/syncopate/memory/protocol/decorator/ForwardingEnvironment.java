package dev.syncopate.memory.protocol.decorator;

import dev.syncopate.memory.protocol.Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.topology.Node;
import dev.syncopate.memory.topology.Topology;
import java.util.function.LongSupplier;

/** A controller's environment that does what another does, save what is overridden. */
public abstract class ForwardingEnvironment implements Environment {
  private final Environment inner;

  protected ForwardingEnvironment(Environment inner) {
    this.inner = inner;
  }

  @Override
  public void send(Node receiver, MemoryMessage message) {
    inner.send(receiver, message);
  }

  @Override
  public final Node node() {
    return inner.node();
  }

  @Override
  public final Topology topology() {
    return inner.topology();
  }

  @Override
  public final Node home(long line) {
    return inner.home(line);
  }

  @Override
  public final void wordChanged() {
    inner.wordChanged();
  }

  @Override
  public final long time() {
    return inner.time();
  }

  @Override
  public final LongSupplier clock() {
    return inner.clock();
  }
}
