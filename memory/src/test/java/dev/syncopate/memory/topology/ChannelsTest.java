package dev.syncopate.memory.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.memory.rig.RigConfigs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChannelsTest {
  private static final Topology TWO =
      Topology.of(RigConfigs.withUnits(RigConfigs.withGpus(RigConfigs.tiny(), 2), 2));

  private static List<String> into(Channels channels, Node node) {
    return Arrays.stream(channels.into(node))
        .mapToObj(channel -> channels.from(channel).toString())
        .toList();
  }

  @Test
  void alongTheHierarchyATileTalksWithItsBanksAlone() {
    Channels channels = new Channels(TWO, Channels::hierarchical);
    assertThat(into(channels, TWO.tile(0)))
        .as("the memory side answers it, too")
        .containsExactly("bank 0", "bank 1", "memory side 0", "memory side 1");
    assertThat(into(channels, TWO.banks(1).getFirst()))
        .containsExactly("tile 1", "bank 2", "bank 3", "memory side 0", "memory side 1");
    assertThat(into(channels, TWO.memoryBanks().getFirst()))
        .containsExactly("bank 0", "bank 1", "bank 2", "bank 3", "memory side 0", "memory side 1");
  }

  @Test
  void aProtocolThatSaysNothingHasThemAll() {
    int nodes = TWO.nodes().size();
    assertThat(new Channels(TWO, (sender, receiver) -> true).count()).isEqualTo(nodes * nodes);
  }

  @Test
  void whatTheProtocolSaysItDoesNotSendHasNoChannel() {
    Channels channels = new Channels(TWO, Channels::hierarchical);
    assertThatThrownBy(() -> channels.between(TWO.tile(0), TWO.tile(1)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("tile 0 sends to tile 1, which its protocol says it does not");
  }

  @Test
  void eachIsFoundByItsEnds() {
    Channels channels = new Channels(TWO, Channels::hierarchical);
    for (int channel = 0; channel < channels.count(); channel++) {
      assertThat(channels.between(channels.from(channel), channels.to(channel))).isEqualTo(channel);
    }
  }

  @Test
  void whatComesFromTheMemorySideToAGpusBankComesDown() {
    Channels channels = new Channels(TWO, Channels::hierarchical);
    List<String> downward = new ArrayList<>();
    for (int channel = 0; channel < channels.count(); channel++) {
      if (channels.comesDown(channel)) {
        downward.add(channels.from(channel) + " to " + channels.to(channel));
      }
    }
    assertThat(downward)
        .containsExactly(
            "memory side 0 to bank 0",
            "memory side 0 to bank 1",
            "memory side 0 to bank 2",
            "memory side 0 to bank 3",
            "memory side 1 to bank 0",
            "memory side 1 to bank 1",
            "memory side 1 to bank 2",
            "memory side 1 to bank 3");
  }
}
