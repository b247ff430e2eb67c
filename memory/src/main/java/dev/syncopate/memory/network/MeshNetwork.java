package dev.syncopate.memory.network;

import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.config.MeshConfig;
import dev.syncopate.memory.network.mesh.LinkCounters;
import dev.syncopate.memory.network.mesh.Mesh;
import dev.syncopate.memory.network.mesh.MeshShape;
import dev.syncopate.memory.network.mesh.MeshTiming;
import dev.syncopate.memory.network.mesh.Packet;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.topology.Node;
import dev.syncopate.memory.topology.Topology;
import dev.syncopate.sim.engine.Part;
import dev.syncopate.sim.perturb.PerturbConfig;
import dev.syncopate.sim.perturb.PerturbationLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A mesh between the nodes of a GPU, CPUs and memory controllers. The mesh is a separate part; a
 * node is {@code mesh.interfaceLatency} away from its router, each way. Without contention a
 * message takes
 *
 * <pre>
 *   2 * interfaceLatency + hops * cornerLatency / diameter + flits      cycles, rounded down
 * </pre>
 *
 * from {@link Port#send} to its receiver. A node's messages leave in the order sent, one flit a
 * cycle; what waits for a link waits in the routers.
 */
public final class MeshNetwork implements Network {
  private final Topology topology;
  private final MeshConfig config;
  private final PerturbConfig perturb;
  private final int headerBytes;
  private final Mesh mesh;
  private final MeshPlaces places;
  private final @Nullable Endpoint[] endpoints;

  /** Carriers that have left the mesh; its part's own. */
  private @Nullable Carrier free;

  public MeshNetwork(Topology topology, MemoryConfig config) {
    this.topology = topology;
    this.config = config.mesh();
    perturb = config.perturb();
    headerBytes = config.network().headerBytes();
    places = new MeshPlaces(config.mesh());
    mesh =
        new Mesh(
            new MeshShape(this.config.width(), this.config.height()),
            new MeshTiming(
                this.config.cornerLatency(), this.config.linkBytes(), this.config.bufferFlits()),
            MeshPlaces.LOCALS,
            MeshPlaces.NETWORKS);
    endpoints = new @Nullable Endpoint[topology.nodes().size()];
  }

  @Override
  public Port connect(Node node, Part part, Receiver receiver) {
    if (endpoints[node.number()] != null) {
      throw new IllegalArgumentException(node + " is connected already");
    }
    Endpoint endpoint = new Endpoint(node, part, receiver);
    endpoints[node.number()] = endpoint;
    return endpoint;
  }

  @Override
  public int window() {
    return config.interfaceLatency();
  }

  @Override
  public List<Part> parts() {
    return List.of(mesh);
  }

  @Override
  public List<LinkLoad> links() {
    List<LinkLoad> linkLoads = new ArrayList<>();
    for (int node = 0; node < mesh.shape().nodes(); node++) {
      for (int port = 0; port < MeshShape.DIRECTIONS + MeshPlaces.LOCALS; port++) {
        String end = end(node, port);
        if (end != null) {
          LinkCounters link = mesh.link(node, port);
          linkLoads.add(
              new LinkLoad(
                  node, end, link.messages, link.flits, link.waitCycles, link.creditCycles));
        }
      }
    }
    return linkLoads;
  }

  /** What a router's port leads to, null for nothing. */
  private @Nullable String end(int router, int port) {
    if (port < MeshShape.DIRECTIONS) {
      return mesh.shape().neighbour(router, port) < 0 ? null : MeshShape.name(port);
    }
    for (Endpoint endpoint : endpoints) {
      if (endpoint != null
          && endpoint.router == router
          && endpoint.local == port - MeshShape.DIRECTIONS) {
        return MeshPlaces.name(endpoint.node);
      }
    }
    return null;
  }

  @Override
  public List<LinkCounters> routerCounters() {
    return mesh.links();
  }

  @Override
  public List<String> waiting() {
    return mesh.waiting();
  }

  @Override
  public void logPerturbations() {
    for (Endpoint endpoint : endpoints) {
      if (endpoint != null && endpoint.delays != null) {
        endpoint.delays.log(new PerturbationLog());
      }
    }
  }

  @Override
  public List<PerturbationLog.Entry> perturbations() {
    List<PerturbationLog.Entry> entries = new ArrayList<>();
    for (Endpoint endpoint : endpoints) {
      if (endpoint != null && endpoint.delays != null) {
        entries.addAll(endpoint.delays.perturbations());
      }
    }
    return entries;
  }

  @Override
  public List<PortCounters> counters() {
    List<PortCounters> portCounters = new ArrayList<>();
    for (Endpoint endpoint : endpoints) {
      if (endpoint != null) {
        portCounters.add(endpoint.counters);
      }
    }
    return portCounters;
  }

  @Override
  public List<PortCounters> linkCounters() {
    return List.of();
  }

  private Endpoint endpoint(Node node) {
    Endpoint end = endpoints[node.number()];
    if (end == null) {
      throw new IllegalStateException(node + " is not connected");
    }
    return end;
  }

  /** An envelope's way through the mesh. */
  private final class Carrier extends Packet {
    @Nullable Envelope envelope;
    @Nullable Carrier next;

    void carry(Envelope content, Endpoint source, Endpoint destination, int network, int flits) {
      envelope = content;
      fill(source.router, source.local, destination.router, destination.local, network, flits);
    }

    @Override
    protected void leave(long last) {
      Envelope content = Objects.requireNonNull(envelope);
      Endpoint end = endpoint(content.to());
      content.hop = end;
      mesh.send(content, end.part, last + config.interfaceLatency() - 1);
      envelope = null;
      next = free;
      free = this;
    }
  }

  /** A node's place; as a hop, its end of the way. */
  private final class Endpoint implements Port, Envelope.Hop {
    final Node node;
    final Part part;
    final Receiver receiver;
    final int router;
    final int local;
    final PortCounters counters = new PortCounters();
    private final Entrance entrance = new Entrance(this);
    private final @Nullable PerturbedDelays delays;

    /** The first cycle in which it does not send. */
    private long freeFrom;

    Endpoint(Node node, Part part, Receiver receiver) {
      this.node = node;
      this.part = part;
      this.receiver = receiver;
      router = places.router(node);
      local = MeshPlaces.port(node);
      delays = PerturbedDelays.of(perturb, node, topology.nodes());
    }

    @Override
    public void send(Node destination, MemoryMessage message, long ready) {
      Envelope envelope = new Envelope(node, destination, message);
      envelope.hop = entrance;
      int bytes = headerBytes + message.payloadBytes();
      int flits = mesh.timing().flits(bytes);
      long departure = Math.max(ready, freeFrom);
      freeFrom = departure + flits;
      counters.sent(message, bytes);
      counters.injectionCycles += flits;
      counters.injectionWaitCycles += departure - ready;
      long arrival = departure + config.interfaceLatency();
      part.send(
          envelope, mesh, delays == null ? arrival : delays.arrival(destination, message, arrival));
    }

    @Override
    public void arrive(Envelope envelope, long now) {
      counters.ejectionCycles += mesh.timing().flits(headerBytes + envelope.payloadBytes());
      envelope.readyAt(now);
      if (!receiver.queue(envelope)) {
        receiver.arrive(envelope, now);
      }
    }
  }

  /** Entrance of a node's envelopes to the mesh, in its part. */
  private final class Entrance implements Envelope.Hop {
    private final Endpoint source;

    Entrance(Endpoint source) {
      this.source = source;
    }

    @Override
    public void arrive(Envelope envelope, long now) {
      Endpoint destination = endpoint(envelope.to());
      Carrier carrier = free;
      if (carrier == null) {
        carrier = new Carrier();
      } else {
        free = carrier.next;
      }
      int flits = mesh.timing().flits(headerBytes + envelope.payloadBytes());
      int network = MeshPlaces.network(source.node, destination.node);
      carrier.carry(envelope, source, destination, network, flits);
      mesh.enter(carrier, now);
    }
  }
}
