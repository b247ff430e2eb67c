package dev.syncopate.memory.system;

import dev.syncopate.memory.dram.ControllerMap;
import dev.syncopate.memory.dram.DramChannel;
import dev.syncopate.memory.network.Envelope;
import dev.syncopate.memory.network.Network;
import dev.syncopate.memory.topology.Node;
import dev.syncopate.memory.topology.Topology;
import dev.syncopate.sim.engine.Event;
import dev.syncopate.sim.engine.Part;
import org.jspecify.annotations.Nullable;

/** A memory controller at a mesh: a DRAM channel that all L2 banks ask by messages. */
final class MemoryController implements Network.Receiver {
  private final Part part;
  private final DramChannel channel;
  private final ControllerMap map;
  private final Network.Port port;
  private @Nullable Answer idle;

  /**
   * @param part in which the channel runs
   * @param network to which it is connected here
   */
  @SuppressWarnings("this-escape") // kept for later calls only
  MemoryController(Node node, Part part, DramChannel channel, Topology topology, Network network) {
    this.part = part;
    this.channel = channel;
    map = topology.controllerMap();
    port = network.connect(node, part, this);
  }

  @Override
  public void arrive(Envelope envelope, long now) {
    if (!(envelope.message() instanceof MemoryRequest request)) {
      throw new IllegalStateException(envelope + " is no request to memory");
    }
    boolean write = request.type == MemoryRequest.Type.STORE;
    Answer answer = null;
    if (!write) {
      answer = idle == null ? new Answer() : idle;
      idle = answer.next;
      answer.receiver = envelope.from();
      answer.request = request;
    }
    channel.request(now, map.local(request.line) + request.first(), request.bytes, write, answer);
  }

  /** Memory has what a bank asked for. */
  private final class Answer extends Event {
    @Nullable Node receiver;
    @Nullable MemoryRequest request;
    @Nullable Answer next;

    @Override
    protected void fire(long now) {
      if (receiver == null || request == null) {
        throw new IllegalStateException("an answer of memory has no receiver");
      }
      port.send(receiver, request.fetched(), part.now());
      receiver = null;
      request = null;
      next = idle;
      idle = this;
    }
  }
}
