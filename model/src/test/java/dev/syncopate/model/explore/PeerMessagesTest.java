package dev.syncopate.model.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.kit.LineMessage;
import dev.syncopate.memory.mechanism.gpu.GpuProtocol;
import dev.syncopate.memory.protocol.CompletionListener;
import dev.syncopate.memory.protocol.L1Controller;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.protocol.decorator.L1Decorator;
import dev.syncopate.memory.rig.LooseMachine;
import dev.syncopate.memory.rig.Rig;
import dev.syncopate.memory.rig.RigConfigs;
import dev.syncopate.memory.rig.TestBed;
import dev.syncopate.memory.rig.TinyThread;
import dev.syncopate.memory.topology.Channels;
import dev.syncopate.memory.topology.Node;
import dev.syncopate.memory.topology.Topology;
import dev.syncopate.model.explore.machine.setup.Layout;
import dev.syncopate.model.explore.machine.setup.MachineSetup;
import dev.syncopate.model.explore.machine.setup.MachineSize;
import dev.syncopate.model.explore.machine.setup.SetupPlacement;
import dev.syncopate.model.library.Library;
import dev.syncopate.model.litmus.LitmusTest;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** L1s that send each other messages: in time, loosely, and in every order. */
class PeerMessagesTest {
  /**
   * GPU coherence whose L1s ask the first tile for bytes; that one passes the request on to the
   * line's home, which answers who has asked.
   */
  private static class ThroughFirstTile extends GpuProtocol {
    @Override
    public boolean sends(Node sender, Node receiver) {
      return true;
    }

    @Override
    public boolean answersAlone(boolean remote) {
      return false;
    }

    @Override
    public L1Controller l1(
        MemoryConfig config,
        L1Environment outside,
        CompletionListener listener,
        L1Counters counters) {
      return new Passing(outside, super.l1(config, new Inside(outside), listener, counters));
    }
  }

  /** Of the first tile: passes on what it is asked. */
  private static final class Passing extends L1Decorator {
    private final L1Environment outside;

    Passing(L1Environment outside, L1Controller controller) {
      super(controller);
      this.outside = outside;
    }

    @Override
    public void receive(MemoryMessage message) {
      if (message.type == LineMessage.READ) {
        outside.send(outside.home(message.line), message);
      } else {
        super.receive(message);
      }
    }
  }

  /** Sends requests for bytes to the first tile. */
  private record Inside(L1Environment outside) implements L1Environment {
    @Override
    public Node node() {
      return outside.node();
    }

    @Override
    public Topology topology() {
      return outside.topology();
    }

    @Override
    public void send(Node receiver, MemoryMessage message) {
      Node first = topology().tile(0);
      boolean asks = message.type == LineMessage.READ && node().number() != 0;
      outside.send(asks ? first : receiver, message);
    }

    @Override
    public void occupy(int cycles) {
      outside.occupy(cycles);
    }

    @Override
    public void wordChanged() {
      outside.wordChanged();
    }

    @Override
    public long time() {
      return outside.time();
    }
  }

  private static final Protocol PEERS = new ThroughFirstTile();

  /** Tile 0 tells tile 1, which looks: what was written before the flag is there. */
  private static TinyThread.Register told(TestBed bed) {
    TinyThread writer = bed.thread(0, 0);
    TinyThread reader = bed.thread(1, 0);
    reader.load(Rig.BASE);
    reader.join();
    writer.store(Rig.BASE, 42);
    writer.store(Rig.BASE + 0x100, 1, Order.RELEASE, Scope.GPU);
    reader.awaitEqual(Rig.BASE + 0x100, 1, Order.ACQUIRE, Scope.GPU);
    TinyThread.Register register = reader.load(Rig.BASE);
    bed.run();
    return register;
  }

  @Test
  void theTimedSystemDeliversThem() {
    Rig direct = new Rig(RigConfigs.tiny(), new GpuProtocol(), ConsistencyModel.HRF, 1);
    Rig peers = new Rig(RigConfigs.tiny(), PEERS, ConsistencyModel.HRF, 1);
    long sooner = latency(told(direct));
    TinyThread.Register register = told(peers);
    assertThat(register.value()).isEqualTo(42);
    int hop = RigConfigs.tiny().network().latency() + 1;
    assertThat(latency(register)).as("a crossing and a port's cycle more").isEqualTo(sooner + hop);
    Rig again = new Rig(RigConfigs.tiny(), PEERS, ConsistencyModel.HRF, 2);
    assertThat(latency(told(again))).as("with two threads").isEqualTo(sooner + hop);
  }

  private static long latency(TinyThread.Register register) {
    return register.completed() - register.issued();
  }

  @Test
  void theLooseMachineDeliversThemInAnyOrderWithOthers() {
    for (int seed = 0; seed < 50; seed++) {
      LooseMachine loose =
          new LooseMachine(
              RigConfigs.tiny(), PEERS, ConsistencyModel.HRF, new Random(seed), 100_000);
      loose.watch(Rig.BASE);
      assertThat(told(loose).value()).as("seed %d", seed).isEqualTo(42);
      assertThat(loose.history())
          .anyMatch(line -> line.contains("tile 1 sends to tile 0: READ"))
          .anyMatch(line -> line.contains("tile 0 takes: READ"));
    }
  }

  private static Exploration explored(
      Protocol protocol, LitmusTest test, ExplorationRequest.Reduction reduction) {
    List<MachineSetup> setups =
        List.of(
            new MachineSetup(MachineSize.TINY, Layout.APART, SetupPlacement.APART),
            new MachineSetup(MachineSize.ROOMY, Layout.TOGETHER, SetupPlacement.APART).warmed());
    ExplorationRequest request =
        new ExplorationRequest(protocol, ConsistencyModel.HRF, setups, 200_000);
    return Explorer.explore(test, request.with(reduction), (setup, states, depth) -> true);
  }

  private static Set<String> outcomes(Exploration exploration) {
    return exploration.outcomes().stream()
        .map(outcome -> outcome.values().toString())
        .collect(Collectors.toSet());
  }

  @ParameterizedTest
  @ValueSource(strings = {"MP-gpu", "MP-weak", "CoRR-weak"})
  void theExplorerDeliversThemInEveryOrder(String name) {
    LitmusTest test = Library.test(name);
    Exploration direct = explored(new GpuProtocol(), test, ExplorationRequest.Reduction.OFF);
    Exploration peers = explored(PEERS, test, ExplorationRequest.Reduction.OFF);
    assertThat(peers.complete()).isTrue();
    assertThat(peers.failures()).isEmpty();
    assertThat(outcomes(peers)).isEqualTo(outcomes(direct));
    assertThat(peers.states()).isGreaterThan(direct.states());
  }

  /** Where orders are left out, what one L1 does may matter to another. */
  @ParameterizedTest
  @ValueSource(strings = {"MP-gpu", "MP-weak", "IRIW-acquire", "WRC-gpu"})
  void ordersThatAreLeftOutWouldShowNothingElse(String name) {
    Exploration peers = explored(PEERS, Library.test(name), ExplorationRequest.Reduction.CHECK);
    assertThat(peers.complete()).isTrue();
    assertThat(peers.failures()).isEmpty();
  }

  @Test
  void aProtocolThatSaysItsL1sSendEachOtherNothingIsFoundWrong() {
    ThroughFirstTile lying =
        new ThroughFirstTile() {
          @Override
          public boolean sends(Node sender, Node receiver) {
            return Channels.hierarchical(sender, receiver);
          }
        };
    Exploration exploration =
        explored(lying, Library.test("MP-gpu"), ExplorationRequest.Reduction.OFF);
    assertThat(exploration.failures())
        .anyMatch(failure ->
            failure
                .toString()
                .contains("tile 1 sends to tile 0, which its protocol says it does not"));
  }

  @Test
  void aProtocolThatSaysItsL1sGetAnswersAloneIsFoundWrong() {
    ThroughFirstTile lying =
        new ThroughFirstTile() {
          @Override
          public boolean answersAlone(boolean remote) {
            return true;
          }
        };
    LitmusTest test = Library.test("MP-gpu");
    assertThat(explored(lying, test, ExplorationRequest.Reduction.OFF).failures()).isEmpty();
    assertThatThrownBy(() -> explored(lying, test, ExplorationRequest.Reduction.ON))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("Protocol.answersAlone is wrong");
  }
}
