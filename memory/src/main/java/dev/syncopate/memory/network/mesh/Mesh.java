package dev.syncopate.memory.network.mesh;

import dev.syncopate.sim.engine.Part;
import java.util.ArrayList;
import java.util.List;

/**
 * All routers and links of a mesh (heterosync §IV: a 4×4 mesh of Garnet), as one part. Packets of
 * one virtual network with the same ends stay in order. Packets of different virtual networks never
 * wait for one another's buffers, so a network whose messages are always accepted cannot block the
 * others.
 */
public final class Mesh extends Part {
  private final MeshShape shape;
  private final MeshTiming timing;
  private final int ports;
  private final Router[] routers;
  private final LinkCounters[] counters;
  private final RouterWakeups agenda;

  /** Cycles of a packet's hops, the first being 0. */
  private final int[] hops;

  /**
   * @param locals local ports of each router
   * @param networks virtual networks, at most 31
   * @throws IllegalArgumentException when no mesh of this shape can have that timing
   */
  @SuppressWarnings("this-escape") // routers keep it for later
  public Mesh(MeshShape shape, MeshTiming timing, int locals, int networks) {
    super("mesh");
    timing.check(shape);
    this.shape = shape;
    this.timing = timing;
    ports = MeshShape.DIRECTIONS + locals;
    if (ports >= Integer.SIZE || networks >= Integer.SIZE) {
      throw new IllegalArgumentException(
          locals + " local ports and " + networks + " virtual networks; expected fewer");
    }
    int nodes = shape.nodes();
    agenda = new RouterWakeups(this, nodes);
    hops = new int[shape.diameter()];
    for (int i = 0; i < hops.length; i++) {
      hops[i] = timing.hop(i, hops.length);
    }
    counters = new LinkCounters[nodes * ports];
    for (int i = 0; i < counters.length; i++) {
      counters[i] = new LinkCounters();
    }
    routers = new Router[nodes];
    for (int node = 0; node < nodes; node++) {
      routers[node] = new Router(this, node, locals, networks);
    }
    for (Router router : routers) {
      router.join();
    }
  }

  public MeshShape shape() {
    return shape;
  }

  public MeshTiming timing() {
    return timing;
  }

  /** What a link has carried: by direction, then the local ports out of the mesh. */
  public LinkCounters link(int node, int port) {
    return counters[node * ports + port];
  }

  /** What all links have carried, those that lead nowhere included. */
  public List<LinkCounters> links() {
    return List.of(counters);
  }

  /** For a report of a hang: the routers at which packets wait. */
  public List<String> waiting() {
    List<String> lines = new ArrayList<>();
    for (int node = 0; node < routers.length; node++) {
      int packets = routers[node].packets();
      if (packets > 0) {
        lines.add("mesh router " + node + ": " + packets + " messages");
      }
    }
    return lines;
  }

  /**
   * A packet is at its first router, in an event of the mesh; in the order of these calls packets
   * of the same entry are sent on.
   */
  public void enter(Packet packet, long now) {
    routers[packet.source].put(packet, MeshShape.DIRECTIONS + packet.entry, now + 1, now);
  }

  void run(int node, long now) {
    routers[node].run(now);
  }

  /** Has a router run in a cycle to come. */
  void wake(int node, long time, long now) {
    agenda.add(node, time, now);
  }

  Router router(int node) {
    return routers[node];
  }

  int hop(int number) {
    return hops[number];
  }
}
