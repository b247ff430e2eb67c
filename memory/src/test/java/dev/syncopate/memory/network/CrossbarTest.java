package dev.syncopate.memory.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.kit.LineMessage;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.rig.RigConfigs;
import dev.syncopate.memory.topology.Node;
import dev.syncopate.memory.topology.Topology;
import dev.syncopate.sim.engine.Engine;
import dev.syncopate.sim.engine.Event;
import dev.syncopate.sim.engine.Part;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Two GPUs of two tiles and two banks: 4 cycles and 16 bytes a cycle within a GPU, 6 cycles and 16
 * bytes a cycle over a link; a header has 8 bytes.
 */
class CrossbarTest {
  private final MemoryConfig config = RigConfigs.withGpus(RigConfigs.tiny(), 2);
  private final Topology topology = Topology.of(config);
  private final Crossbar crossbar = new Crossbar(topology, config);
  private final List<Place> places = new ArrayList<>();
  private final List<String> arrived = new ArrayList<>();

  /** A node that writes down what arrives. */
  private final class Place extends Part implements Network.Receiver {
    private final Node node;
    private final Network.Port port;

    @SuppressWarnings("this-escape") // kept for later calls only
    Place(Node node) {
      super(node.toString());
      this.node = node;
      port = crossbar.connect(node, this, this);
    }

    /** Sends a message with so many payload bytes; its line identifies it. */
    void send(long cycle, Node destination, int bytes, long line) {
      send(
          cycle,
          destination,
          new MemoryMessage.Builder(LineMessage.WRITE, line, node).payload(bytes).build());
    }

    void send(long cycle, Node destination, MemoryMessage message) {
      schedule(
          new Event() {
            @Override
            protected void fire(long now) {
              port.send(destination, message, now);
            }
          },
          cycle);
    }

    @Override
    public void arrive(Envelope envelope, long now) {
      arrived.add("%d: %d from %s".formatted(now, envelope.message().line, envelope.from()));
    }
  }

  CrossbarTest() {
    topology.nodes().forEach(node -> places.add(new Place(node)));
  }

  private Place at(Node node) {
    return places.get(node.number());
  }

  private void run() {
    new Engine(places, crossbar.window(), 1).run((now, next) -> true);
  }

  private void takes(Node source, Node destination, int cycles) {
    at(source).send(10, destination, 0, 1);
    run();
    assertThat(arrived)
        .as("one cycle to leave, then the way")
        .containsExactly("%d: 1 from %s".formatted(11 + cycles, source));
  }

  @Test
  void aTileIsNearToItsBanks() {
    takes(topology.tile(0), topology.banks(0).getLast(), 4);
  }

  @Test
  void anL1IsAsFarFromAnotherAsFromABank() {
    takes(topology.tile(0), topology.tile(1), 4);
  }

  @Test
  void banksOfOneGpuAreNear() {
    takes(topology.banks(1).getFirst(), topology.banks(1).getLast(), 4);
  }

  @Test
  void theMemorySideIsALinkAway() {
    takes(topology.banks(1).getFirst(), topology.memoryBanks().getFirst(), 6);
  }

  @Test
  void theMemorySideAnswersTilesThroughTheCrossbar() {
    takes(topology.memoryBanks().getFirst(), topology.tile(3), 10);
  }

  @Test
  void anotherGpuIsAsFarAsTheMemorySideAndBack() {
    takes(topology.tile(0), topology.tile(2), 20);
  }

  @Test
  void whatOneSendsAnotherStaysInOrderWhateverItsSize() {
    Place tile = at(topology.tile(0));
    Node peer = topology.tile(1);
    tile.send(10, peer, 120, 1);
    tile.send(10, peer, 0, 2);
    tile.send(11, peer, 56, 3);
    run();
    assertThat(arrived)
        .containsExactly("22: 1 from tile 0", "23: 2 from tile 0", "27: 3 from tile 0");
    assertThat(crossbar.counters().getFirst().messages).isEqualTo(3);
    assertThat(crossbar.counters().getFirst().bytes).isEqualTo(128 + 8 + 64);
    assertThat(crossbar.linkCounters()).allMatch(link -> link.messages == 0);
  }

  @Test
  void linksCountApart() {
    at(topology.banks(0).getFirst()).send(10, topology.memoryBanks().getFirst(), 8, 1);
    run();
    assertThat(crossbar.counters()).allMatch(port -> port.messages == 0);
    assertThat(crossbar.linkCounters()).filteredOn(link -> link.messages == 1).hasSize(1);
  }

  @Test
  void aNodeIsConnectedOnce() {
    assertThatThrownBy(() -> new Place(topology.tile(0)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("tile 0 is connected already");
  }

  @Test
  void messagesAreCountedByWhatTheyCarry() {
    Node bank = topology.banks(0).getFirst();
    Node tile = topology.tile(0);
    List<MemoryMessage> messages =
        List.of(
            new MemoryMessage.Builder(LineMessage.READ, 1, tile).build(),
            new MemoryMessage.Builder(LineMessage.WRITE, 1, tile).data(0, new byte[4]).build(),
            new MemoryMessage.Builder(LineMessage.ATOMIC, 1, tile)
                .build()
                .answer(LineMessage.RESULT, new long[2], null, 16));
    messages.forEach(message -> at(tile).send(10, bank, message));
    run();
    PortCounters counted = crossbar.counters().get(tile.number());
    assertThat(counted.controlMessages).isEqualTo(1);
    assertThat(counted.dataMessages).isEqualTo(1);
    assertThat(counted.atomicMessages).isEqualTo(1);
    assertThat(counted.controlBytes).isEqualTo(8);
    assertThat(counted.dataBytes).isEqualTo(8 + messages.get(1).payloadBytes());
    assertThat(counted.atomicBytes).isEqualTo(8 + messages.get(2).payloadBytes());
    assertThat(counted.bytes)
        .isEqualTo(counted.controlBytes + counted.dataBytes + counted.atomicBytes);
    assertThat(counted.messages).isEqualTo(3);
  }
}
