package dev.syncopate.memory.protocol.decorator;

import dev.syncopate.memory.cache.Holdings;
import dev.syncopate.memory.protocol.Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.topology.Node;
import dev.syncopate.memory.topology.Topology;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** A controller's environment of which is seen what the controller sends. */
abstract class WatchedEnvironment implements Environment {
  private final Environment of;
  private @Nullable Conservation watch;

  WatchedEnvironment(Environment of) {
    this.of = of;
  }

  /** From now on what is sent is that of a controller's events. */
  final Conservation watch(Holdings.Holder controller) {
    Conservation made = new Conservation(controller);
    watch = made;
    return made;
  }

  @Override
  public final void send(Node to, MemoryMessage message) {
    if (watch != null) {
      watch.sent(message);
    }
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
