package dev.syncopate.memory.network.mesh;

/**
 * Virtual cut-through router of a node. Each input port has a FIFO for each virtual network and
 * sends one packet at a time. Each output port carries one whole packet at a time, once the next
 * router has room for all of it. Arbitration is round-robin in two stages: each input port offers a
 * packet of one virtual network, and each output port takes the offer of one input port.
 *
 * <p>Ports 0 to 3 are the links by direction, then come the local ports: their inputs accept every
 * packet, and their outputs are always accepted.
 *
 * <p>What a router decides in a cycle depends only on what the others decided in earlier ones, so
 * that the order in which routers run within a cycle does not matter. It runs in the cycles in
 * which a packet becomes ready, or something that one waits for comes free; in others it would
 * decide nothing.
 */
final class Router {
  private final Mesh mesh;
  private final int node;
  private final RouterPort[] ports;

  /** By node: the direction there. */
  private final byte[] routes;

  /** Input ports with packets, a bit each. */
  private int filled;

  Router(Mesh mesh, int node, int locals, int networks) {
    this.mesh = mesh;
    this.node = node;
    ports = new RouterPort[MeshShape.DIRECTIONS + locals];
    for (int port = 0; port < ports.length; port++) {
      ports[port] =
          new RouterPort(this, port, mesh.link(node, port), networks, mesh.timing().bufferFlits());
    }
    routes = new byte[mesh.shape().nodes()];
    for (int destination = 0; destination < routes.length; destination++) {
      routes[destination] = (byte) mesh.shape().direction(node, destination);
    }
  }

  /** The other routers are there. */
  void join() {
    for (int port = 0; port < MeshShape.DIRECTIONS; port++) {
      int next = mesh.shape().neighbour(node, port);
      if (next >= 0) {
        ports[port].far = mesh.router(next).ports[MeshShape.opposite(port)];
      }
    }
  }

  RouterPort port(int number) {
    return ports[number];
  }

  /** Schedules the router for a later cycle. */
  void wake(long time, long now) {
    mesh.wake(node, time, now);
  }

  /** Puts a packet into an input port's buffer, from where it may go on in a cycle to come. */
  void put(Packet packet, int port, long ready, long now) {
    put(packet, ports[port], ready, now);
  }

  private void put(Packet packet, RouterPort port, long ready, long now) {
    int direction = routes[packet.destination];
    packet.output = direction == MeshShape.HERE ? MeshShape.DIRECTIONS + packet.exit : direction;
    packet.readyAt = ready;
    port.put(packet);
    filled |= port.bit;
    wake(ready, now);
  }

  /** Sends on what can be sent in this cycle. */
  void run(long now) {
    int outputs = 0;
    for (int inputs = filled; inputs != 0; inputs &= inputs - 1) {
      RouterPort input = ports[Integer.numberOfTrailingZeros(inputs)];
      if (input.leftAt > now) {
        wake(input.leftAt, now);
        continue;
      }
      Packet offer = input.offer(now);
      if (offer == null) {
        continue;
      }
      if (filled == input.bit) { // as mostly: no other input has a request
        send(offer, input, now);
        return;
      }
      input.offered = offer;
      ports[offer.output].asking |= input.bit;
      outputs |= 1 << offer.output;
    }
    boolean again = false;
    for (; outputs != 0; outputs &= outputs - 1) {
      RouterPort output = ports[Integer.numberOfTrailingZeros(outputs)];
      RouterPort input = ports[RouterPort.next(output.asking, output.lastInput)];
      again |= output.asking != input.bit; // the others may have other packets to offer
      output.asking = 0;
      Packet packet = input.offered;
      if (packet == null) {
        throw new IllegalStateException("an input that offers nothing is asking");
      }
      send(packet, input, now);
    }
    if (again) {
      wake(now + 1, now);
    }
  }

  /** A packet goes: out of its input port and over the link of its output port. */
  private void send(Packet packet, RouterPort input, long now) {
    RouterPort output = ports[packet.output];
    output.lastInput = Integer.numberOfTrailingZeros(input.bit);
    input.take(packet, now);
    if (input.filled == 0) {
      filled &= ~input.bit;
    }
    output.freeFrom = now + packet.flits;
    LinkCounters link = output.link;
    link.messages++;
    link.flits += packet.flits;
    link.waitCycles += now - packet.readyAt;
    link.creditCycles += packet.refusedFor(now);
    RouterPort next = output.far;
    if (next == null) {
      packet.leave(now + packet.flits);
    } else {
      next.router.put(packet, next, now + mesh.hop(packet.hops++), now);
    }
  }

  /** Packets that wait in its buffers or are on their way to one. */
  int packets() {
    int count = 0;
    for (RouterPort port : ports) {
      count += port.packets();
    }
    return count;
  }
}
