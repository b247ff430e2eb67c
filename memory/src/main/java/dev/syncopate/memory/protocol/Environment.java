package dev.syncopate.memory.protocol;

import dev.syncopate.memory.topology.Node;
import dev.syncopate.memory.topology.Topology;
import java.util.function.LongSupplier;

/** Outgoing interface common to all controllers. */
public interface Environment {
  /** Where the controller is. */
  Node node();

  /** Who else there is, and which bank is home to a line. */
  Topology topology();

  /** The bank that is home to a line for this node. */
  default Node home(long line) {
    return topology().home(node(), line);
  }

  /**
   * Sends a message to any other node; a bank also to itself. Those of one {@link
   * MessageType#network} to one node arrive in the order sent.
   */
  void send(Node receiver, MemoryMessage message);

  /** A byte of memory has got another value. */
  void wordChanged();

  /** For histories and messages to people; decides nothing. */
  long time();

  /** Gives {@link #time}: asked at every event of a controller, so that one kind of clock pays. */
  default LongSupplier clock() {
    return this::time;
  }
}
