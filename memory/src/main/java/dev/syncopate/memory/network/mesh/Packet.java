package dev.syncopate.memory.network.mesh;

import org.jspecify.annotations.Nullable;

/**
 * A message on its way through a {@link Mesh}, from the cycle in which its head is at the first
 * router. One that has left may be sent again.
 */
public abstract class Packet {
  private static final long NEVER = -1;

  int source;
  int destination;

  /** By which of its local ports it enters the first router, and leaves the last. */
  int entry;

  int exit;
  int virtualNetwork;
  int flits;
  int hops;

  /** The port by which it leaves the router that it is at or on its way to. */
  int output;

  /** From when on the router may send it on. */
  long readyAt;

  /** Since when it has been kept back by the next router's buffer alone. */
  private long refusedSince = NEVER;

  /** The next in the same buffer. */
  @Nullable Packet following;

  /**
   * Makes it ready to be sent.
   *
   * @param entry local port of the router at {@code source}
   * @param exit local port of the router at {@code destination}
   * @param flits its size
   */
  protected final void fill(
      int source, int entry, int destination, int exit, int virtualNetwork, int flits) {
    this.source = source;
    this.entry = entry;
    this.destination = destination;
    this.exit = exit;
    this.virtualNetwork = virtualNetwork;
    this.flits = flits;
    hops = 0;
    refusedSince = NEVER;
  }

  /** It might go, had the next router room for it. */
  final void refused(long now) {
    if (refusedSince == NEVER) {
      refusedSince = now;
    }
  }

  /** It goes: the cycles since it was first refused here. */
  final long refusedFor(long now) {
    long cycles = refusedSince == NEVER ? 0 : now - refusedSince;
    refusedSince = NEVER;
    return cycles;
  }

  /**
   * It leaves the mesh, in an event of the mesh.
   *
   * @param last the cycle in which its last flit is through the local port
   */
  protected abstract void leave(long last);
}
