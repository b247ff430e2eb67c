package dev.syncopate.memory.network;

import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.topology.Node;
import dev.syncopate.sim.engine.Message;
import org.jspecify.annotations.Nullable;

/**
 * A message on its way from one node to another. A network knows where it goes, on which virtual
 * network and how large it is, and does not look inside. Each goes once; what is sent on goes in
 * another.
 */
public final class Envelope extends Message {
  /** Who sends it. */
  public final Node from;

  /** Whom it is for. */
  public final Node to;

  /** What is in it. */
  public final MemoryMessage message;

  /** Where it arrives next; set by the network. */
  @Nullable Hop hop;

  /** Whether it is through the port at its end, or will be at {@link #readyAt}. */
  boolean ejected;

  private long readyAt;

  /** Next of a queue; owned by whichever queue holds this envelope. */
  public @Nullable Envelope following;

  public Envelope(Node from, Node to, MemoryMessage message) {
    this.from = from;
    this.to = to;
    this.message = message;
  }

  /** A place on the way at which an envelope arrives: its end, or a router. */
  interface Hop {
    void arrive(Envelope envelope, long now);
  }

  /** The cycle in which its last byte is through the port at its end. */
  public long readyAt() {
    return readyAt;
  }

  void readyAt(long cycle) {
    readyAt = cycle;
  }

  /** Bytes on the wire beside the header. */
  int payloadBytes() {
    return message.payloadBytes;
  }

  @Override
  protected void fire(long now) {
    if (hop == null) {
      throw new IllegalStateException(this + " has nowhere to arrive");
    }
    hop.arrive(this, now);
  }

  @Override
  public String toString() {
    return message + " to " + to;
  }
}
