package dev.syncopate.memory.network.mesh;

import dev.syncopate.sim.engine.Part;
import java.util.ArrayList;
import java.util.List;

/**
 * All routers and links of a mesh (heterosync §IV: a 4×4 mesh of Garnet), as one part: whoever
 * sends a message sends it a {@link Packet}. Packets of one virtual network with the same ends stay
 * in order; those of different networks never wait for one another's buffers, so that a network
 * whose messages are always taken makes way for the others.
 */
public final class Mesh extends Part {
  private final MeshShape shape;
  private final MeshTiming timing;
  private final int ports;
  private final Router[] routers;
  private final LinkCounters[] counters;

  /**
   * @param locals local ports of each router
   * @param networks virtual networks
   * @throws IllegalArgumentException when no mesh of this shape can have that timing
   */
  @SuppressWarnings("this-escape") // routers keep it for later
  public Mesh(MeshShape shape, MeshTiming timing, int locals, int networks) {
    super("mesh");
    timing.check(shape);
    this.shape = shape;
    this.timing = timing;
    ports = MeshShape.DIRECTIONS + locals;
    routers = new Router[shape.nodes()];
    counters = new LinkCounters[shape.nodes() * ports];
    for (int i = 0; i < counters.length; i++) {
      counters[i] = new LinkCounters();
    }
    for (int node = 0; node < routers.length; node++) {
      routers[node] = new Router(this, node, locals, networks);
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

  void enter(Packet packet, long now) {
    routers[packet.from].put(packet, MeshShape.DIRECTIONS + packet.entry, now + 1);
  }

  void run(int node, long now) {
    routers[node].run(now);
  }

  Router router(int node) {
    return routers[node];
  }

  int hop(int number) {
    return timing.hop(number, shape.diameter());
  }

  void count(int node, int port, Packet packet, long now) {
    LinkCounters link = counters[node * ports + port];
    link.messages++;
    link.flits += packet.flits;
    link.waitCycles += now - packet.readyAt();
  }
}
