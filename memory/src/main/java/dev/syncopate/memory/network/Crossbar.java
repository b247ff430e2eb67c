package dev.syncopate.memory.network;

import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.topology.Node;
import dev.syncopate.memory.topology.Topology;
import dev.syncopate.sim.engine.Part;
import dev.syncopate.sim.perturb.PerturbationLog;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A crossbar in each GPU between its tiles and L2 banks; between several GPUs links from the banks
 * to the memory side. Each node has a port on either side that it has, for one message at a time
 * each way. All virtual networks share them, in the order sent.
 *
 * <pre>
 *   from, to                            cycles between ports
 *   nodes of one GPU, its CPU           network.latency
 *   L2 bank, memory side                system.linkLatency        also within the memory side
 *   tile, memory side                   both
 *   nodes of two GPUs                   as to the memory side and back
 * </pre>
 */
public final class Crossbar implements Network {
  private final Topology topology;
  private final MemoryConfig config;
  private final @Nullable Endpoint[] endpoints;

  /** By node, on a machine of one GPU: every pair of nodes is as far apart. */
  private final int[] equalLatencies;

  public Crossbar(Topology topology, MemoryConfig config) {
    this.topology = topology;
    this.config = config;
    endpoints = new @Nullable Endpoint[topology.nodes().size()];
    equalLatencies = new int[endpoints.length];
    Arrays.fill(equalLatencies, config.network().latency());
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
    int latency = config.network().latency();
    return topology.severalGpus() ? Math.min(latency, config.system().linkLatency()) : latency;
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
      if (endpoint != null && endpoint.gpu != null) {
        portCounters.add(endpoint.gpu.counters);
      }
    }
    return portCounters;
  }

  @Override
  public List<PortCounters> linkCounters() {
    List<PortCounters> portCounters = new ArrayList<>();
    for (Endpoint endpoint : endpoints) {
      if (endpoint != null && endpoint.link != null) {
        portCounters.add(endpoint.link.counters);
      }
    }
    return portCounters;
  }

  @Override
  public List<PortLoad> ports() {
    List<PortLoad> portLoads = new ArrayList<>();
    for (Endpoint endpoint : endpoints) {
      if (endpoint != null) {
        add(portLoads, endpoint.node, "port", endpoint.gpu);
        add(portLoads, endpoint.node, "link", endpoint.link);
      }
    }
    return portLoads;
  }

  private static void add(List<PortLoad> portLoads, Node node, String name, @Nullable Side side) {
    if (side != null) {
      portLoads.add(new PortLoad(node, name + " out", side.counters.injectionCycles));
      portLoads.add(new PortLoad(node, name + " in", side.counters.ejectionCycles));
    }
  }

  /** Cycles between the ports of two nodes. */
  private int latency(Node source, Node destination) {
    boolean sameGpu = source.gpu() != Node.SHARED && source.gpu() == destination.gpu();
    if (sameGpu) {
      return config.network().latency();
    }
    return Math.max(config.system().linkLatency(), ascent(source) + ascent(destination));
  }

  /** From a node to the memory side. */
  private int ascent(Node node) {
    return node.gpu() == Node.SHARED
        ? 0
        : config.system().linkLatency() + (node.isBank() ? 0 : config.network().latency());
  }

  /** Both directions of a node's port. */
  private static final class Side {
    final PortCounters counters = new PortCounters();
    final InjectionPort injection;
    final EjectionPort ejection;

    Side(int bytesPerCycle) {
      injection = new InjectionPort(bytesPerCycle, counters);
      ejection = new EjectionPort(bytesPerCycle, counters);
    }
  }

  /** A node's ports. */
  private final class Endpoint implements Port, Envelope.Hop {
    private final Node node;
    private final Part part;
    private final Receiver receiver;
    private final int headerBytes = config.network().headerBytes();

    /** To the other nodes of its GPU. */
    final @Nullable Side gpu;

    /**
     * Port to the memory side and other GPUs, if separate; else that traffic shares the other port.
     */
    final @Nullable Side link;

    /** The one of both that there is, on a machine of one GPU always. */
    private final @Nullable Side onlySide;

    /** By node. */
    private final int[] latencies;

    private final @Nullable PerturbedDelays delays;

    Endpoint(Node node, Part part, Receiver receiver) {
      this.node = node;
      this.part = part;
      this.receiver = receiver;
      boolean shared = node.gpu() == Node.SHARED && topology.severalGpus();
      boolean linked = shared || (node.isBank() && topology.severalGpus());
      gpu = shared ? null : new Side(config.network().portBandwidth());
      link = linked ? new Side(config.system().linkBandwidth()) : null;
      onlySide = link == null ? gpu : gpu == null ? link : null;
      delays = PerturbedDelays.of(config.perturb(), node, topology.nodes());
      latencies =
          topology.severalGpus()
              ? topology.nodes().stream().mapToInt(peer -> latency(node, peer)).toArray()
              : equalLatencies;
    }

    private Side side(Node peer) {
      Side side = onlySide;
      return side != null ? side : sideTowards(peer);
    }

    private Side sideTowards(Node peer) {
      Side side = peer.gpu() == node.gpu() ? gpu : link;
      if (side == null) {
        throw new IllegalStateException(node + " is connected to nothing");
      }
      return side;
    }

    @Override
    public void send(Node destination, MemoryMessage message, long ready) {
      Endpoint end = endpoints[destination.number()];
      if (end == null) {
        throw unconnected(destination, message);
      }
      Envelope envelope = new Envelope(node, destination, message);
      Side side = side(destination);
      int bytes = headerBytes + message.payloadBytes();
      side.counters.sent(message, bytes);
      long departure = side.injection.depart(ready, bytes);
      envelope.hop = end;
      long arrival = departure + latencies[destination.number()];
      part.send(
          envelope,
          end.part,
          delays == null ? arrival : delays.arrival(destination, message, arrival));
    }

    private static IllegalStateException unconnected(Node destination, MemoryMessage message) {
      return new IllegalStateException(
          message + " goes to " + destination + ", which is not connected");
    }

    @Override
    public void arrive(Envelope envelope, long now) {
      if (!envelope.ejected()) {
        int bytes = headerBytes + envelope.payloadBytes();
        long deliveryCycle = side(envelope.from()).ejection.arrive(now, bytes);
        envelope.readyAt(deliveryCycle);
        if (receiver.queue(envelope)) {
          return;
        }
        if (deliveryCycle > now) { // later than all that still wait, so the order is kept
          part.schedule(envelope, deliveryCycle);
          return;
        }
      }
      receiver.arrive(envelope, now);
    }
  }
}
