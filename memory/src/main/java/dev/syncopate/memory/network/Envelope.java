package dev.syncopate.memory.network;

import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.topology.Node;
import dev.syncopate.sim.engine.Message;
import org.jspecify.annotations.Nullable;

/**
 * A message on its way from one node to another. A network knows where it goes, on which virtual
 * network and how large it is, and does not look inside. It is allocated with its message, adjacent
 * in memory; a reused envelope would lie far from it.
 */
public final class Envelope extends Message {
  private static final long ON_ITS_WAY = -1;

  private final Node source;
  private final Node destination;
  private final MemoryMessage message;

  /** Where it arrives next; set by the network. */
  @Nullable Hop hop;

  private long readyAt = ON_ITS_WAY;

  /** Next of a queue; owned by whichever queue holds this envelope. */
  public @Nullable Envelope following;

  /** A message to be sent. */
  Envelope(Node source, Node destination, MemoryMessage message) {
    this.source = source;
    this.destination = destination;
    this.message = message;
  }

  /** Who sends it. */
  public Node from() {
    return source;
  }

  /** Destination node. */
  public Node to() {
    return destination;
  }

  /** What is in it. */
  public MemoryMessage message() {
    return message;
  }

  /** Whether it is through the port at its end, or will be at {@link #readyAt}. */
  boolean ejected() {
    return readyAt != ON_ITS_WAY;
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

  /** Payload bytes on the wire, without the header. */
  int payloadBytes() {
    return message.payloadBytes();
  }

  @Override
  protected void fire(long now) {
    Hop place = hop;
    if (place == null) {
      throw lost();
    }
    place.arrive(this, now);
  }

  private IllegalStateException lost() {
    return new IllegalStateException(this + " has nowhere to arrive");
  }

  @Override
  public String toString() {
    return message + " to " + destination;
  }
}
