package dev.syncopate.memory.network.mesh;

import org.jspecify.annotations.Nullable;

/**
 * The router at a node. Each input port has a first-in first-out buffer for each virtual network
 * and sends one packet at a time; each output port carries one packet at a time, whole, once the
 * next router has room for all of it (virtual cut-through). Each input port offers one of its
 * packets, its virtual networks by turns, and each output port takes one that is offered, the input
 * ports by turns.
 *
 * <p>Ports 0 to 3 are the links by direction, then come the local ports: their inputs take whatever
 * is put into them, their outputs are always accepted.
 *
 * <p>What a router decides in a cycle depends only on what the others decided in earlier ones, so
 * that the order in which routers run within a cycle does not matter.
 */
final class Router {
  private final Mesh mesh;
  private final int node;
  private final int ports;
  private final int networks;

  /** Of input port p, network v, at p * networks + v: the buffer, as a list. */
  private final @Nullable Packet[] heads;

  private final @Nullable Packet[] tails;
  private final int[] held;

  /** Of an input port: when its last packet's last flit has left, and whose flits those are. */
  private final long[] leftAt;

  private final int[] leaving;
  private final int[] leavingNetwork;
  private final Wakeup[] left;

  /** The network whose turn was the last, and the packet offered in this cycle. */
  private final int[] lastNetwork;

  private final @Nullable Packet[] offered;

  /** Of an output port: when it is free, and which input port's turn was the last. */
  private final long[] freeFrom;

  private final int[] lastInput;
  private final Wakeup[] freed;
  private final Wakeup again;

  private long lastRun = Long.MIN_VALUE;

  Router(Mesh mesh, int node, int locals, int networks) {
    this.mesh = mesh;
    this.node = node;
    this.networks = networks;
    ports = MeshShape.DIRECTIONS + locals;
    heads = new @Nullable Packet[ports * networks];
    tails = new @Nullable Packet[ports * networks];
    held = new int[ports * networks];
    leftAt = new long[ports];
    leaving = new int[ports];
    leavingNetwork = new int[ports];
    lastNetwork = new int[ports];
    offered = new @Nullable Packet[ports];
    freeFrom = new long[ports];
    lastInput = new int[ports];
    left = new Wakeup[ports];
    freed = new Wakeup[ports];
    again = new Wakeup(mesh, node, -1);
    for (int port = 0; port < ports; port++) {
      left[port] = new Wakeup(mesh, node, upstream(port));
      freed[port] = new Wakeup(mesh, node, -1);
    }
  }

  private int upstream(int port) {
    return port < MeshShape.DIRECTIONS ? mesh.shape().neighbour(node, port) : -1;
  }

  /** Puts a packet into an input port's buffer, from where it may go on in a cycle to come. */
  void put(Packet packet, int port, long ready) {
    int buffer = port * networks + packet.virtualNetwork;
    packet.comes(node, ready);
    packet.following = null;
    Packet tail = tails[buffer];
    if (tail == null) {
      heads[buffer] = packet;
    } else {
      tail.following = packet;
    }
    tails[buffer] = packet;
    held[buffer] += packet.flits;
  }

  /**
   * Whether the buffer behind a link has room for a packet; a larger one than all waits for all.
   */
  private boolean room(int port, int network, int flits, long now) {
    int buffer = port * networks + network;
    int busy = held[buffer];
    if (leftAt[port] > now && leavingNetwork[port] == network) {
      busy += leaving[port];
    }
    return busy == 0 || busy + flits <= mesh.timing().bufferFlits();
  }

  /** Sends on what can be sent in this cycle. */
  void run(long now) {
    if (lastRun == now) {
      return;
    }
    lastRun = now;
    int offers = 0;
    for (int port = 0; port < ports; port++) {
      Packet offer = leftAt[port] <= now ? offer(port, now) : null;
      offered[port] = offer;
      offers += offer == null ? 0 : 1;
    }
    for (int port = 0; offers > 0 && port < ports; port++) {
      if (freeFrom[port] <= now && choose(port, now)) {
        offers--;
      }
    }
    if (offers > 0) { // an input that was not chosen may have another packet to offer
      again.at(now + 1);
    }
  }

  /** The packet of an input port that goes next if its output takes it. */
  private @Nullable Packet offer(int port, long now) {
    for (int i = 1; i <= networks; i++) {
      Packet packet = heads[port * networks + (lastNetwork[port] + i) % networks];
      if (packet != null && packet.readyAt() <= now) {
        int output = output(packet);
        if (freeFrom[output] <= now && accepted(packet, output, now)) {
          return packet;
        }
      }
    }
    return null;
  }

  private boolean choose(int output, long now) {
    for (int i = 1; i <= ports; i++) {
      int input = (lastInput[output] + i) % ports;
      Packet packet = offered[input];
      if (packet != null && output(packet) == output) {
        lastInput[output] = input;
        lastNetwork[input] = packet.virtualNetwork;
        take(packet, input, now);
        cross(packet, output, now);
        return true;
      }
    }
    return false;
  }

  private int output(Packet packet) {
    int direction = mesh.shape().direction(node, packet.to);
    return direction == MeshShape.HERE ? MeshShape.DIRECTIONS + packet.exit : direction;
  }

  private boolean accepted(Packet packet, int output, long now) {
    return output >= MeshShape.DIRECTIONS
        || mesh.router(mesh.shape().neighbour(node, output))
            .room(MeshShape.opposite(output), packet.virtualNetwork, packet.flits, now);
  }

  private void take(Packet packet, int input, long now) {
    int buffer = input * networks + packet.virtualNetwork;
    heads[buffer] = packet.following;
    if (packet.following == null) {
      tails[buffer] = null;
    }
    held[buffer] -= packet.flits;
    leftAt[input] = now + packet.flits;
    leaving[input] = packet.flits;
    leavingNetwork[input] = packet.virtualNetwork;
    left[input].at(leftAt[input]);
  }

  private void cross(Packet packet, int output, long now) {
    freeFrom[output] = now + packet.flits;
    freed[output].at(freeFrom[output]);
    mesh.count(node, output, packet, now);
    if (output >= MeshShape.DIRECTIONS) {
      packet.leave(now + packet.flits);
    } else {
      mesh.router(mesh.shape().neighbour(node, output))
          .put(packet, MeshShape.opposite(output), now + mesh.hop(packet.hops++));
    }
  }

  /** Packets that wait in its buffers or are on their way to one. */
  int packets() {
    int count = 0;
    for (Packet head : heads) {
      for (Packet packet = head; packet != null; packet = packet.following) {
        count++;
      }
    }
    return count;
  }
}
