package dev.syncopate.memory.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.kit.LineMessage;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.rig.Configs;
import dev.syncopate.memory.topology.Node;
import dev.syncopate.memory.topology.Topology;
import dev.syncopate.sim.engine.Engine;
import dev.syncopate.sim.engine.Event;
import dev.syncopate.sim.engine.Part;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

/**
 * A tile sends a message a cycle, by turns to each of its banks, under perturbed schedules: what
 * goes to one bank stays in order, and overtakes what goes to others.
 */
class PerturbedNetworkTest {
  private static final int MESSAGES = 400;

  /** When each message arrived. */
  private final Map<Long, Long> arrived = new HashMap<>();

  private int outOfOrder;
  private int overtaking;
  private long latest = -1;

  private final class Place extends Part implements Network.Receiver {
    private long last = -1;

    Place(Node node) {
      super(node.toString());
    }

    @Override
    public void arrive(Envelope envelope, long now) {
      long number = envelope.message().line;
      arrived.put(number, now);
      outOfOrder += number < last ? 1 : 0;
      overtaking += number < latest ? 1 : 0;
      last = number;
      latest = Math.max(latest, number);
    }
  }

  private void run(MemoryConfig config, BiFunction<Topology, MemoryConfig, Network> kind) {
    Topology topology = Topology.of(config);
    Network network = kind.apply(topology, config);
    List<Part> parts = new ArrayList<>();
    List<Network.Port> ports = new ArrayList<>();
    for (Node node : topology.nodes()) {
      Place place = new Place(node);
      parts.add(place);
      ports.add(network.connect(node, place, place));
    }
    Node sender = topology.nodes().getFirst();
    List<Node> banks = topology.banks(0);
    for (int i = 0; i < MESSAGES; i++) {
      MemoryMessage message = new MemoryMessage.Builder(LineMessage.WRITE, i, sender).build();
      Node to = banks.get(i % banks.size());
      parts
          .getFirst()
          .schedule(
              new Event() {
                @Override
                protected void fire(long now) {
                  ports.get(sender.number()).send(to, message, now);
                }
              },
              i);
    }
    parts.addAll(network.parts());
    new Engine(parts, network.window(), 1).run((now, next) -> true);
    assertThat(arrived).hasSize(MESSAGES);
  }

  private static MemoryConfig perturbed(MemoryConfig config, int seed) {
    return Configs.with(config, "perturb.seed=" + seed);
  }

  @Test
  void messagesOfAChannelStayInOrderAndOthersOvertakeThem() {
    int overtakingSchedules = 0;
    for (int seed = 1; seed <= 20; seed++) {
      for (boolean mesh : new boolean[] {false, true}) {
        arrived.clear();
        overtaking = 0;
        latest = -1;
        MemoryConfig roomy = Configs.roomy();
        run(
            perturbed(mesh ? Configs.meshed(roomy) : roomy, seed),
            mesh ? MeshNetwork::new : Crossbar::new);
        assertThat(outOfOrder).as("seed %d, mesh %s", seed, mesh).isZero();
        overtakingSchedules += overtaking > 0 ? 1 : 0;
      }
    }
    assertThat(overtakingSchedules).as("schedules of 40 with messages that overtake").isEqualTo(40);
  }

  @Test
  void theMachinesOwnScheduleDelaysNothing() {
    run(Configs.roomy(), Crossbar::new);
    Map<Long, Long> own = new HashMap<>(arrived);
    run(perturbed(Configs.roomy(), 1), Crossbar::new);
    assertThat(arrived).isNotEqualTo(own);
    arrived.forEach((message, cycle) -> assertThat(cycle).isGreaterThanOrEqualTo(own.get(message)));
  }

  @Test
  void aSeedGivesTheSameArrivalsAgain() {
    run(perturbed(Configs.roomy(), 5), Crossbar::new);
    Map<Long, Long> first = new HashMap<>(arrived);
    run(perturbed(Configs.roomy(), 5), Crossbar::new);
    assertThat(arrived).isEqualTo(first);
  }
}
