package dev.syncopate.memory.protocol.decorator;

import dev.syncopate.memory.protocol.Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.topology.Node;
import dev.syncopate.memory.topology.Topology;
import java.util.function.LongSupplier;

/** A controller's environment that does what another does, save what is overridden. */
public abstract class ForwardingEnvironment implements Environment {
  private final Environment of;

  protected ForwardingEnvironment(Environment of) {
    this.of = of;
  }

  @Override
  public void send(Node to, MemoryMessage message) {
    of.send(to, message);
  }

  @Override
  public final Node node() {
    return of.node();
  }

  @Override
  public final Topology topology() {
    return of.topology();
  }

  @Override
  public final Node home(long line) {
    return of.home(line);
  }

  @Override
  public final void wordChanged() {
    of.wordChanged();
  }

  @Override
  public final long time() {
    return of.time();
  }

  @Override
  public final LongSupplier clock() {
    return of.clock();
  }
}
