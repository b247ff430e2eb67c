package dev.syncopate.memory.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.rig.RigConfigs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One spelling of a protocol with something in front, read by one parser. */
class ProtocolNameTest {
  @ParameterizedTest
  @ValueSource(strings = {"gpu", "srsp-opt", "gpu+lab", "gpu+lab64", "srsp-opt+lab-unlimited"})
  void aNameIsPrintedAsItIsRead(String name) {
    assertThat(ProtocolName.of(name)).hasToString(name);
    assertThat(Protocols.exists(name)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "gpu, gpu",
    "gpu+lab8, gpu+lab8",
    "denovo+lab-unlimited, denovo+lab-unlimited",
    "gpu+lab, gpu+lab64"
  })
  void theProtocolHasTheNameItIsAskedForBy(String name, String printed) {
    assertThat(Protocols.named(name).name()).isEqualTo(printed);
    assertThat(Protocols.named(printed).name()).isEqualTo(printed);
  }

  @Test
  void aSizeIsASettingOfTheMachine() {
    assertThat(ProtocolName.of("gpu+lab64").settings())
        .containsExactly("mechanisms.lab.entries=64");
    assertThat(ProtocolName.of("gpu+lab-unlimited").settings())
        .containsExactly("mechanisms.lab.entries=unlimited");
    assertThat(ProtocolName.of("gpu+lab").settings()).isEmpty();
    assertThat(ProtocolName.of("gpu").front()).isEmpty();
  }

  @Test
  void whereANameGivesNoSizeTheMachinesCountsOrElseThePapers() {
    MemoryConfig unsized = RigConfigs.roomy();
    MemoryConfig eight = RigConfigs.with(unsized, "mechanisms.lab.entries=8");
    MemoryConfig unlimited = RigConfigs.with(unsized, "mechanisms.lab.entries=unlimited");
    ProtocolName open = ProtocolName.of("phi+lab");
    assertThat(open.on(unsized)).hasToString("phi+lab64");
    assertThat(open.on(eight)).hasToString("phi+lab8");
    assertThat(open.on(unlimited)).hasToString("phi+lab-unlimited");
    assertThat(ProtocolName.of("phi+lab16").on(eight)).hasToString("phi+lab16");
  }

  @Test
  void aMachinesOwnBufferIsInFrontOfAnyProtocol() {
    MemoryConfig eight = RigConfigs.with(RigConfigs.roomy(), "mechanisms.lab.entries=8");
    for (var protocol : Protocols.all()) {
      assertThat(Protocols.decorated(protocol, eight).name()).isEqualTo(protocol.name() + "+lab8");
      assertThat(Protocols.decorated(protocol, RigConfigs.roomy())).isSameAs(protocol);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "gpu-lab64 | no protocol is called 'gpu-lab64'; there are gpu, brsp, srsp, srsp-opt, denovo,"
            + " hlrc, phi, brsp-text, srsp-text; did you mean gpu+lab64?",
        "cpu+lab8 | no protocol is called 'cpu'; there are gpu, brsp, srsp, srsp-opt, denovo, hlrc,"
            + " phi, brsp-text, srsp-text",
        "gpu+lab0 | 'gpu+lab0' has lab of size '0' in front, expected N|unlimited",
        "gpu+lab-8 | 'gpu+lab-8' has lab of size '8' in front, expected N|unlimited",
        "gpu+labunlimited | 'gpu+labunlimited' has lab of size 'unlimited' in front, expected"
            + " N|unlimited",
        "gpu+lob8 | 'gpu+lob8' has 'lob8' in front of the protocol; there is lab",
        "gpu+ | 'gpu+' has '' in front of the protocol; there is lab",
        "gpu+lab8+lab | 'gpu+lab8+lab' has lab twice, expected it once",
      })
  void whatIsNoNameIsRefused(String line) {
    String name = line.substring(0, line.indexOf(" | "));
    assertThatThrownBy(() -> ProtocolName.of(name))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(line.substring(line.indexOf(" | ") + 3));
    assertThat(Protocols.exists(name)).isFalse();
  }
}
