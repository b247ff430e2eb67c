package dev.syncopate.memory.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.dram.ChannelMap;
import dev.syncopate.memory.rig.RigConfigs;
import dev.syncopate.memory.topology.Node.Kind;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Four tiles and two L2 banks a GPU, 128 bytes to a bank in turn. */
class TopologyTest {
  private static final MemoryConfig ONE = RigConfigs.tiny();
  private static final MemoryConfig TWO = RigConfigs.withGpus(ONE, 2);

  private static List<String> names(List<Node> nodes) {
    return nodes.stream().map(Node::toString).toList();
  }

  @Test
  void nodesAreNumberedTilesFirst() {
    Topology topology = Topology.of(TWO);
    assertThat(names(topology.nodes()))
        .containsExactly(
            "tile 0",
            "tile 1",
            "tile 2",
            "tile 3",
            "bank 0",
            "bank 1",
            "bank 2",
            "bank 3",
            "memory side 0",
            "memory side 1");
    for (Node node : topology.nodes()) {
      assertThat(topology.node(node.number())).isSameAs(node);
    }
    assertThat(topology.tile(3).number()).isEqualTo(3);
  }

  @Test
  void aTileBelongsToTheGpuWhoseBanksItAsks() {
    Topology topology = Topology.of(TWO);
    assertThat(names(topology.tiles(topology.node(7)))).containsExactly("tile 2", "tile 3");
    assertThat(names(topology.banks(topology.tile(1)))).containsExactly("bank 0", "bank 1");
    assertThat(names(topology.banks(topology.tile(2)))).containsExactly("bank 2", "bank 3");
    Node memory = topology.memoryBanks().getFirst();
    assertThat(names(topology.banks(memory))).containsExactly("memory side 0", "memory side 1");
    assertThat(topology.tiles(memory)).as("all meet there").hasSize(4);
  }

  @Test
  void theOnlyGpusBanksHaveMemoryBehindThem() {
    Topology topology = Topology.of(ONE);
    assertThat(topology.nodes()).noneMatch(Node::isMemorySide);
    assertThat(topology.memoryBanks()).isEqualTo(topology.banks(0));
    for (long line = 0; line < 0x800; line += 128) {
      Node home = topology.home(topology.tile(3), line);
      assertThat(topology.homes(line)).containsExactly(home);
      assertThat(topology.memoryHome(line)).isSameAs(home);
      assertThat(topology.behind(home)).isSameAs(home);
      assertThat(home.index()).isEqualTo((int) (line / 128 % 2));
    }
  }

  @Test
  void homesOfSeveralGpusAreAtTheSamePlace() {
    Topology topology = Topology.of(TWO);
    for (long line = 0; line < 0x800; line += 128) {
      Node first = topology.home(topology.tile(0), line);
      Node second = topology.home(topology.tile(2), line);
      Node memory = topology.memoryHome(line);
      assertThat(first.index()).isEqualTo(memory.index());
      assertThat(second.index()).isEqualTo(memory.index() + 2);
      assertThat(topology.homes(line)).containsExactly(memory, first, second);
      assertThat(topology.behind(second)).isSameAs(memory);
      assertThat(topology.alike(memory, 1)).isSameAs(second);
      assertThat(topology.home(memory, line)).as("of its own side").isSameAs(memory);
      assertThat(topology.home(second, line)).as("of its own side").isSameAs(second);
    }
  }

  @Test
  void aCpuHasItsHomesWhereMemoryIs() {
    Topology topology = Topology.of(TWO, 2);
    Node cpu = topology.cpus().getLast();
    assertThat(cpu.kind()).isEqualTo(Kind.CPU);
    assertThat(cpu.number()).as("behind all others").isEqualTo(11);
    assertThat(topology.home(cpu, 0x80)).isSameAs(topology.memoryHome(0x80));
    Topology singleGpu = Topology.of(ONE, 1);
    assertThat(singleGpu.home(singleGpu.cpus().getFirst(), 0x80))
        .isSameAs(singleGpu.banks(0).get(1));
  }

  @Test
  void linesOfABankAreNumberedWithoutGaps() {
    for (MemoryConfig config : List.of(ONE, RigConfigs.roomy(), RigConfigs.tinyLines())) {
      Topology topology = Topology.of(config);
      int lineBytes = config.l1().line();
      for (Node bank : topology.memoryBanks()) {
        Set<Long> numbers = new HashSet<>();
        long next = 0;
        for (long line = 0; line < 256L * lineBytes; line += lineBytes) {
          if (topology.memoryHome(line).equals(bank)) {
            assertThat(topology.number(line)).isEqualTo(next++);
            numbers.add(topology.number(line));
          }
        }
        assertThat(numbers).hasSize(256 / config.l2().banks());
      }
    }
  }

  @Test
  void aBankRunsWithTheChannelThatHoldsItsLines() {
    Topology topology = Topology.of(RigConfigs.roomy());
    ChannelMap map = topology.map();
    assertThat(map.partitions()).isEqualTo(2);
    for (long line = 0; line < 0x4000; line += 128) {
      int partition = topology.partition(topology.memoryHome(line));
      assertThat(map.channel(line) % map.partitions()).isEqualTo(partition);
    }
  }
}
