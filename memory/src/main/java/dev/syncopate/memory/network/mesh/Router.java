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
 * that the order in which routers run within a cycle does not matter. It runs in the cycles in
 * which a packet becomes ready, or something that one waits for comes free; in others it would
 * decide nothing.
 */
final class Router {
  private final Mesh mesh;
  private final int node;
  private final int ports;
  private final int networks;
  private final int bufferFlits;
  private final LinkCounters[] links;

  /** By direction: the router there, and this one's place among its upstream neighbours. */
  private final @Nullable Router[] neighbours = new @Nullable Router[MeshShape.DIRECTIONS];

  /** Of input port p, network v, at p * networks + v: the buffer, as a list. */
  private final @Nullable Packet[] heads;

  private final @Nullable Packet[] tails;
  private final int[] held;

  /** Input ports with packets, and the networks of each that have some: a bit each. */
  private int filled;

  private final int[] filledNetworks;

  /** Of an input port: when its last packet's last flit has left, and whose flits those are. */
  private final long[] leftAt;

  private final int[] leaving;
  private final int[] leavingNetwork;

  /** Input ports for whose buffers the router before them waits. */
  private int awaited;

  /** The network whose turn was the last, and the packet offered in this cycle. */
  private final int[] lastNetwork;

  private final @Nullable Packet[] offered;

  /** Of an output port: when it is free, who asks for it, and whose turn was the last. */
  private final long[] freeFrom;

  private final int[] asking;
  private final int[] lastInput;

  Router(Mesh mesh, int node, int locals, int networks) {
    this.mesh = mesh;
    this.node = node;
    this.networks = networks;
    bufferFlits = mesh.timing().bufferFlits();
    ports = MeshShape.DIRECTIONS + locals;
    links = new LinkCounters[ports];
    heads = new @Nullable Packet[ports * networks];
    tails = new @Nullable Packet[ports * networks];
    held = new int[ports * networks];
    filledNetworks = new int[ports];
    leftAt = new long[ports];
    leaving = new int[ports];
    leavingNetwork = new int[ports];
    lastNetwork = new int[ports];
    offered = new @Nullable Packet[ports];
    freeFrom = new long[ports];
    asking = new int[ports];
    lastInput = new int[ports];
  }

  /** The other routers are there. */
  void join() {
    for (int port = 0; port < ports; port++) {
      links[port] = mesh.link(node, port);
      int next = port < MeshShape.DIRECTIONS ? mesh.shape().neighbour(node, port) : -1;
      if (next >= 0) {
        neighbours[port] = mesh.router(next);
      }
    }
  }

  /** Puts a packet into an input port's buffer, from where it may go on in a cycle to come. */
  void put(Packet packet, int port, long ready, long now) {
    packet.output = mesh.output(node, packet);
    packet.readyAt = ready;
    packet.following = null;
    int buffer = port * networks + packet.virtualNetwork;
    Packet tail = tails[buffer];
    if (tail == null) {
      heads[buffer] = packet;
      filledNetworks[port] |= 1 << packet.virtualNetwork;
      filled |= 1 << port;
    } else {
      tail.following = packet;
    }
    tails[buffer] = packet;
    held[buffer] += packet.flits;
    mesh.wake(node, ready, now);
  }

  /** Sends on what can be sent in this cycle. */
  void run(long now) {
    int outputs = 0;
    for (int inputs = filled; inputs != 0; inputs &= inputs - 1) {
      int input = Integer.numberOfTrailingZeros(inputs);
      if (leftAt[input] > now) {
        mesh.wake(node, leftAt[input], now);
        continue;
      }
      Packet offer = offer(input, now);
      if (offer != null) {
        offered[input] = offer;
        asking[offer.output] |= 1 << input;
        outputs |= 1 << offer.output;
      }
    }
    boolean again = false;
    for (; outputs != 0; outputs &= outputs - 1) {
      int output = Integer.numberOfTrailingZeros(outputs);
      int inputs = asking[output];
      asking[output] = 0;
      int input = next(inputs, lastInput[output]);
      again |= inputs != 1 << input; // the others may have other packets to offer
      lastInput[output] = input;
      Packet packet = offered[input];
      if (packet == null) {
        throw new IllegalStateException("an input that offers nothing is asking");
      }
      lastNetwork[input] = packet.virtualNetwork;
      take(packet, input, now);
      cross(packet, output, now);
    }
    if (again) {
      mesh.wake(node, now + 1, now);
    }
  }

  /** The first of some ports or networks, a bit each, behind the one whose turn was the last. */
  private static int next(int bits, int last) {
    int behind = bits & -2 << last;
    return Integer.numberOfTrailingZeros(behind != 0 ? behind : bits);
  }

  /** The packet of an input port that goes next if its output takes it. */
  private @Nullable Packet offer(int input, long now) {
    int last = lastNetwork[input];
    for (int bits = filledNetworks[input]; bits != 0; ) {
      int network = next(bits, last);
      bits &= ~(1 << network);
      last = network;
      Packet packet = heads[input * networks + network];
      if (packet != null && packet.readyAt <= now) {
        if (freeFrom[packet.output] > now) {
          mesh.wake(node, freeFrom[packet.output], now);
        } else if (accepted(packet, now)) {
          return packet;
        } else {
          packet.refused(now);
        }
      }
    }
    return null;
  }

  private boolean accepted(Packet packet, long now) {
    if (packet.output >= MeshShape.DIRECTIONS) {
      return true;
    }
    Router next = neighbour(packet.output);
    return next.room(MeshShape.opposite(packet.output), packet, now);
  }

  private Router neighbour(int direction) {
    Router neighbour = neighbours[direction];
    if (neighbour == null) {
      throw new IllegalStateException(
          "router " + node + " has no link " + MeshShape.name(direction));
    }
    return neighbour;
  }

  /**
   * Whether the buffer behind a link has room for a packet; a larger one than all waits for all.
   * Where it has not, the router before is woken when there may be more.
   */
  private boolean room(int port, Packet packet, long now) {
    int buffer = port * networks + packet.virtualNetwork;
    int busy = held[buffer];
    boolean leaves = leftAt[port] > now;
    if (leaves && leavingNetwork[port] == packet.virtualNetwork) {
      busy += leaving[port];
    }
    if (busy == 0 || busy + packet.flits <= bufferFlits) {
      return true;
    }
    awaited |= 1 << port;
    if (leaves) {
      mesh.wake(neighbour(port).node, leftAt[port], now);
    }
    return false;
  }

  private void take(Packet packet, int input, long now) {
    int buffer = input * networks + packet.virtualNetwork;
    heads[buffer] = packet.following;
    if (packet.following == null) {
      tails[buffer] = null;
      filledNetworks[input] &= ~(1 << packet.virtualNetwork);
    }
    held[buffer] -= packet.flits;
    long left = now + packet.flits;
    leftAt[input] = left;
    leaving[input] = packet.flits;
    leavingNetwork[input] = packet.virtualNetwork;
    if (filledNetworks[input] == 0) {
      filled &= ~(1 << input);
    } else {
      mesh.wake(node, left, now);
    }
    if ((awaited & 1 << input) != 0) {
      awaited &= ~(1 << input);
      mesh.wake(neighbour(input).node, left, now);
    }
  }

  private void cross(Packet packet, int output, long now) {
    freeFrom[output] = now + packet.flits;
    LinkCounters link = links[output];
    link.messages++;
    link.flits += packet.flits;
    link.waitCycles += now - packet.readyAt;
    link.creditCycles += packet.refusedFor(now);
    if (output >= MeshShape.DIRECTIONS) {
      packet.leave(now + packet.flits);
    } else {
      neighbour(output).put(packet, MeshShape.opposite(output), now + mesh.hop(packet.hops++), now);
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
