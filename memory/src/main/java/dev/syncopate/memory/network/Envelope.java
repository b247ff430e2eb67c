package dev.syncopate.memory.network;

import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.topology.Node;
import dev.syncopate.sim.engine.Message;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A message on its way from one node to another. A network knows where it goes, on which virtual
 * network and how large it is, and does not look inside. Once its message is taken out ({@link
 * Network.Port#done}) the node may use it again: envelopes are as many as are in flight at once.
 */
public final class Envelope extends Message {
  private @Nullable Node from;
  private @Nullable Node to;
  private @Nullable MemoryMessage message;

  /** Where it arrives next; set by the network. */
  @Nullable Hop hop;

  /** Whether it is through the port at its end, or will be at {@link #readyAt}. */
  boolean ejected;

  private long readyAt;

  /** Next of a queue; owned by whichever queue holds this envelope. */
  public @Nullable Envelope following;

  Envelope() {}

  /** Puts a message in, to be sent. */
  void fill(Node sender, Node receiver, MemoryMessage content) {
    from = sender;
    to = receiver;
    message = content;
    following = null;
    ejected = false;
  }

  /** Whether there is nothing in it. */
  boolean isEmpty() {
    return message == null;
  }

  /** Takes the message out. */
  void clear() {
    message = null;
    hop = null;
  }

  /** Who sends it. */
  public Node from() {
    return Objects.requireNonNull(from);
  }

  /** Whom it is for. */
  public Node to() {
    return Objects.requireNonNull(to);
  }

  /** What is in it. */
  public MemoryMessage message() {
    return Objects.requireNonNull(message);
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
    return message().payloadBytes;
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
