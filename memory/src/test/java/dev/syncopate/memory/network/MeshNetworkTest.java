package dev.syncopate.memory.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.kit.LineMessage;
import dev.syncopate.memory.mechanism.promotion.PromotionMessage;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.MessageType;
import dev.syncopate.memory.rig.RigConfigs;
import dev.syncopate.memory.topology.Node;
import dev.syncopate.memory.topology.Node.Kind;
import dev.syncopate.memory.topology.Topology;
import dev.syncopate.sim.engine.Engine;
import dev.syncopate.sim.engine.Event;
import dev.syncopate.sim.engine.Part;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Four tiles, six banks, a CPU and two memory controllers on a mesh of three by two. Three hops
 * from corner to corner take 12 cycles; the way to a router and the way back take 3 cycles each.
 * Flits have 16 bytes, and a header takes half of one.
 */
class MeshNetworkTest {
  private final MemoryConfig config = RigConfigs.meshed(RigConfigs.roomy());
  private final Topology topology = Topology.of(config, 1);
  private final MeshNetwork mesh = new MeshNetwork(topology, config);
  private final List<Place> places = new ArrayList<>();
  private final List<String> arrived = new ArrayList<>();

  /** A node that writes down what arrives. */
  private final class Place extends Part implements Network.Receiver {
    private final Node node;
    private final Network.Port port;
    private final Map<Node, Long> lastFrom = new HashMap<>();

    @SuppressWarnings("this-escape") // kept for later calls only
    Place(Node node) {
      super(node.toString());
      this.node = node;
      port = mesh.connect(node, this, this);
    }

    /** Sends a message with so many payload bytes; its line identifies it. */
    void send(long cycle, MessageType type, Node destination, int bytes, long line, int later) {
      MemoryMessage message = new MemoryMessage.Builder(type, line, node).payload(bytes).build();
      schedule(
          new Event() {
            @Override
            protected void fire(long now) {
              port.send(destination, message, now + later);
            }
          },
          cycle);
    }

    @Override
    public void arrive(Envelope envelope, long now) {
      long line = envelope.message().line;
      assertThat(line)
          .as("what %s gets from %s", node, envelope.from())
          .isGreaterThan(lastFrom.getOrDefault(envelope.from(), -1L));
      lastFrom.put(envelope.from(), line);
      arrived.add("%d: %d from %s".formatted(now, line, envelope.from()));
    }
  }

  MeshNetworkTest() {
    topology.nodes().forEach(node -> places.add(new Place(node)));
  }

  private Place at(Node node) {
    return places.get(node.number());
  }

  private Node bank(int index) {
    return topology.banks(0).get(index);
  }

  private void run() {
    List<Part> parts = new ArrayList<>(places);
    parts.addAll(mesh.parts());
    new Engine(parts, mesh.window(), 1).run((now, next) -> true);
  }

  private void takes(Node source, Node destination, int bytes, int cycles) {
    at(source).send(10, LineMessage.WRITE, destination, bytes, 1, 0);
    run();
    assertThat(arrived).containsExactly("%d: 1 from %s".formatted(10 + cycles, source));
  }

  @Test
  void aBankAtTheSameRouterIsTwoInterfacesAndAFlitAway() {
    takes(topology.tile(1), bank(1), 8, 3 + 1 + 3);
  }

  @Test
  void theOppositeCornerIsItsLatencyFarther() {
    takes(topology.tile(0), bank(5), 0, 3 + 12 + 1 + 3);
  }

  @Test
  void aLongMessageTakesItsFlitsOnce() {
    takes(topology.tile(0), bank(5), 128, 3 + 12 + 9 + 3);
  }

  @Test
  void l1sSendToOneAnother() {
    takes(topology.tile(0), topology.tile(3), 0, 3 + 4 + 1 + 3);
  }

  @Test
  void aCpuIsAtTheLastRouter() {
    takes(topology.cpus().getFirst(), bank(5), 0, 3 + 1 + 3);
  }

  @Test
  void controllersAreAtOppositeCorners() {
    takes(bank(0), topology.controllers().get(0), 0, 3 + 1 + 3);
  }

  @Test
  void theSecondControllerIsAtTheLastRouter() {
    takes(topology.controllers().get(1), bank(5), 0, 3 + 1 + 3);
  }

  /**
   * {@link dev.syncopate.memory.topology.Channels} keeps all messages from one node to another in
   * order, across virtual networks and sizes; the explorer assumes the same.
   */
  @Test
  void whatOneNodeSendsAnotherStaysInOrderOnEveryVirtualNetwork() {
    MessageType[] types = {
      LineMessage.READ, LineMessage.FILL, PromotionMessage.REMOTE, PromotionMessage.HOLD
    };
    SplittableRandom random = new SplittableRandom(5);
    List<Node> nodes = topology.nodes();
    int sent = 0;
    for (long line = 1; line <= 4000; line++) {
      Node source = nodes.get(random.nextInt(nodes.size()));
      Node destination = nodes.get(random.nextInt(nodes.size()));
      boolean memory = source.kind() == Kind.CONTROLLER || destination.kind() == Kind.CONTROLLER;
      if (!source.equals(destination) && (!memory || source.isBank() || destination.isBank())) {
        MessageType type = types[random.nextInt(types.length)];
        at(source)
            .send(line / 4, type, destination, random.nextInt(129), line, random.nextInt(3) * 10);
        sent++;
      }
    }
    run();
    assertThat(arrived).hasSize(sent);
    assertThat(mesh.links().stream().mapToLong(LinkLoad::creditCycles).sum()).isPositive();
    assertThat(mesh.waiting()).isEmpty();
  }

  @Test
  void linksSayWhatCrossedThem() {
    at(topology.tile(0)).send(10, LineMessage.WRITE, bank(5), 24, 1, 0);
    run();
    assertThat(mesh.links())
        .filteredOn(link -> link.flits() > 0)
        .containsExactly(
            new LinkLoad(0, "east", 1, 2, 0, 0),
            new LinkLoad(1, "east", 1, 2, 0, 0),
            new LinkLoad(2, "south", 1, 2, 0, 0),
            new LinkLoad(5, "bank", 1, 2, 0, 0));
    assertThat(mesh.links()).as("between routers, and to nodes").hasSize(14 + 13);
    PortCounters sender = mesh.counters().getFirst();
    assertThat(sender.messages).isEqualTo(1);
    assertThat(sender.bytes).isEqualTo(32);
    assertThat(sender.injectionCycles).isEqualTo(2);
  }

  @Test
  void aNodeIsConnectedOnce() {
    assertThatThrownBy(() -> new Place(topology.tile(0)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("tile 0 is connected already");
  }
}
