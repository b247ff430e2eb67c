package dev.syncopate.memory.network;

import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.topology.Node;
import org.jspecify.annotations.Nullable;

/** Envelopes that have come to a node and are empty, to be sent again from there. */
final class Envelopes {
  private @Nullable Envelope free;

  /** An envelope with a message in it. */
  Envelope fill(Node from, Node to, MemoryMessage message) {
    Envelope envelope = free;
    if (envelope == null) {
      envelope = new Envelope();
    } else {
      free = envelope.following;
    }
    envelope.fill(from, to, message);
    return envelope;
  }

  /** Takes an envelope back, and the message out of it. */
  void done(Envelope envelope) {
    if (envelope.isEmpty()) {
      throw new IllegalStateException("an envelope is given back twice");
    }
    envelope.clear();
    envelope.following = free;
    free = envelope;
  }
}
