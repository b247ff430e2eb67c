package dev.syncopate.memory.network.mesh;

import dev.syncopate.sim.engine.Event;
import dev.syncopate.sim.engine.Message;
import org.jspecify.annotations.Nullable;

/** A message on its way through a {@link Mesh}, from the cycle in which its head is at a router. */
public abstract class Packet extends Message {
  private final Mesh mesh;
  final int from;
  final int to;

  /** By which of its local ports it enters the first router, and leaves the last. */
  final int entry;

  final int exit;
  final int virtualNetwork;
  final int flits;

  /** The router that it is at or on its way to. */
  int at;

  int hops;

  /** From when on the router may send it on: that is when it runs. */
  private long readyAt;

  /** For a packet that is sent on in the very cycle in which it was ready, before its event. */
  private @Nullable Event spare;

  @Nullable Packet following;
  private boolean entered;

  /**
   * @param bytes header included
   */
  protected Packet(
      Mesh mesh, int from, int entry, int to, int exit, int virtualNetwork, int bytes) {
    this.mesh = mesh;
    this.from = from;
    this.entry = entry;
    this.to = to;
    this.exit = exit;
    this.virtualNetwork = virtualNetwork;
    flits = mesh.timing().flits(bytes);
    at = from;
  }

  long readyAt() {
    return readyAt;
  }

  /** It is at a router, or on its way there. */
  void comes(int node, long ready) {
    at = node;
    readyAt = ready;
    mesh.schedule(scheduled() ? spare() : this, ready);
  }

  private Event spare() {
    Event made = spare;
    if (made == null) {
      made =
          new Event() {
            @Override
            protected void fire(long now) {
              mesh.run(at, now);
            }
          };
      spare = made;
    }
    return made;
  }

  /**
   * It leaves the mesh, in an event of the mesh.
   *
   * @param last the cycle in which its last flit is through the local port
   */
  protected abstract void leave(long last);

  @Override
  protected final void fire(long now) {
    if (entered) {
      mesh.run(at, now);
    } else {
      entered = true;
      mesh.enter(this, now);
    }
  }
}
