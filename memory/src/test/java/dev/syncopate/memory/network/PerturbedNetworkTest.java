package dev.syncopate.memory.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.kit.LineMessage;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.rig.RigConfigs;
import dev.syncopate.memory.topology.Node;
import dev.syncopate.memory.topology.Topology;
import dev.syncopate.sim.engine.Engine;
import dev.syncopate.sim.engine.Event;
import dev.syncopate.sim.engine.Part;
import dev.syncopate.sim.perturb.PerturbConfig;
import dev.syncopate.sim.perturb.PerturbationStyle;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
      last = number;
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
      byte[] stored = new byte[i / banks.size() % 2]; // every other message to a bank is a store
      MemoryMessage message =
          new MemoryMessage.Builder(LineMessage.WRITE, i, sender).data(0, stored).build();
      Node receiver = banks.get(i % banks.size());
      parts
          .getFirst()
          .schedule(
              new Event() {
                @Override
                protected void fire(long now) {
                  ports.get(sender.number()).send(receiver, message, now);
                }
              },
              i);
    }
    parts.addAll(network.parts());
    new Engine(parts, network.window(), 1).run((now, next) -> true);
    assertThat(arrived).hasSize(MESSAGES);
  }

  /** Whether some message has arrived before one that was sent earlier. */
  private boolean overtakes() {
    long latest = -1;
    for (long number = 0; number < MESSAGES; number++) {
      long arrival = Objects.requireNonNull(arrived.get(number));
      if (arrival < latest) {
        return true;
      }
      latest = arrival;
    }
    return false;
  }

  private static MemoryConfig perturbed(MemoryConfig config, int seed) {
    return RigConfigs.with(config, "perturb.seed=" + seed);
  }

  @Test
  void messagesOfAChannelStayInOrderAndOthersOvertakeThem() {
    Map<PerturbationStyle, Integer> overtakingSchedules = new EnumMap<>(PerturbationStyle.class);
    for (int seed = 1; seed <= 20; seed++) {
      for (boolean mesh : new boolean[] {false, true}) {
        arrived.clear();
        MemoryConfig roomy = RigConfigs.roomy();
        run(
            perturbed(mesh ? RigConfigs.meshed(roomy) : roomy, seed),
            mesh ? MeshNetwork::new : Crossbar::new);
        assertThat(outOfOrder).as("seed %d, mesh %s", seed, mesh).isZero();
        PerturbationStyle style = new PerturbConfig(seed, 1, 1).style();
        overtakingSchedules.merge(style, overtakes() ? 1 : 0, Integer::sum);
      }
    }
    assertThat(overtakingSchedules)
        .as("schedules of 10 with messages that overtake")
        .containsEntry(PerturbationStyle.LATE_STORES, 10)
        .containsEntry(PerturbationStyle.ANY, 10);
    assertThat(overtakingSchedules.get(PerturbationStyle.LATE_WAYS)).isPositive();
  }

  @Test
  void theMachinesOwnScheduleDelaysNothing() {
    run(RigConfigs.roomy(), Crossbar::new);
    Map<Long, Long> ownSchedule = new HashMap<>(arrived);
    run(perturbed(RigConfigs.roomy(), 3), Crossbar::new);
    assertThat(arrived).as("change points are of warps alone").isEqualTo(ownSchedule);
    run(perturbed(RigConfigs.roomy(), 1), Crossbar::new);
    assertThat(arrived).isNotEqualTo(ownSchedule);
    arrived.forEach(
        (message, cycle) -> assertThat(cycle).isGreaterThanOrEqualTo(ownSchedule.get(message)));
  }

  @Test
  void aSeedGivesTheSameArrivalsAgain() {
    run(perturbed(RigConfigs.roomy(), 5), Crossbar::new);
    Map<Long, Long> first = new HashMap<>(arrived);
    run(perturbed(RigConfigs.roomy(), 5), Crossbar::new);
    assertThat(arrived).isEqualTo(first);
  }
}
