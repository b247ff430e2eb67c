package dev.syncopate.workload.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.machine.config.MachineConfig;
import dev.syncopate.machine.preset.Presets;
import dev.syncopate.memory.mechanism.lab.LabSettings;
import dev.syncopate.sim.config.ConfigOverrides;
import java.util.List;
import org.junit.jupiter.api.Test;

class MechanismsTest {
  @Test
  void theProtocolsOfTheBuildAreNamed() {
    assertThat(Mechanisms.protocols()).startsWith("gpu");
    Mechanisms.check("gpu", "drf0");
  }

  @Test
  void plainCoherenceHasNoRemoteOperations() {
    assertThat(Mechanisms.hasRemoteOperations("gpu")).isFalse();
  }

  @Test
  void whatThereIsNotIsRefusedWithWhatThereIs() {
    assertThatThrownBy(() -> Mechanisms.hasRemoteOperations("gpuu"))
        .isInstanceOf(LaunchException.class)
        .hasMessageContaining("there is no protocol named gpuu; known are gpu");
    assertThatThrownBy(() -> Mechanisms.check("gpu", "hrff"))
        .isInstanceOf(LaunchException.class)
        .hasMessageContaining("there is no consistency model named hrff; known are drf0, hrf");
  }

  private static MachineConfig noMachine() {
    throw new AssertionError("the name gives all sizes");
  }

  @Test
  void aNameComposesAProtocolWithABuffer() {
    Mechanisms.OnMachine mechanism = Mechanisms.onMachine("gpu+lab64", MechanismsTest::noMachine);
    assertThat(mechanism.protocol()).isEqualTo("gpu");
    assertThat(mechanism.settings()).containsExactly("mechanisms.lab.entries=64");
    DeviceBuilder builder = new DeviceBuilder("srsp-8cu", "gpu+lab64", "hrf");
    assertThat(entries(builder)).isEqualTo(64);
    assertThat(Mechanisms.base("denovo+lab-unlimited")).isEqualTo("denovo");
    DeviceBuilder twice =
        new DeviceBuilder("srsp-8cu", "gpu+lab64", "hrf").set("mechanisms.lab.entries=8");
    assertThatThrownBy(twice::open)
        .isInstanceOf(LaunchException.class)
        .hasMessage(
            "protocol gpu+lab64 asks for mechanisms.lab.entries=64, and there is"
                + " mechanisms.lab.entries=8; expected one of them");
  }

  private static int entries(DeviceBuilder builder) {
    return builder.configured().mechanisms().get(LabSettings.class).entries();
  }

  @Test
  void whereANameGivesNoSizeTheMachinesCounts() {
    DeviceBuilder usual = new DeviceBuilder("srsp-8cu", "gpu+lab", "hrf");
    assertThat(entries(usual)).isEqualTo(64);
    assertThat(usual.open().protocol()).isEqualTo("gpu+lab64");
    DeviceBuilder set =
        new DeviceBuilder("srsp-8cu", "gpu+lab", "hrf").set("mechanisms.lab.entries=8");
    assertThat(entries(set)).isEqualTo(8);
    assertThat(set.open().protocol()).isEqualTo("gpu+lab8");
  }

  @Test
  void whatCannotStandInFrontIsRefused() {
    assertThatThrownBy(() -> Mechanisms.base("gpu-lab64"))
        .isInstanceOf(LaunchException.class)
        .hasMessageStartingWith("there is no protocol named gpu-lab64; known are gpu, ")
        .hasMessageEndingWith("; did you mean gpu+lab64?");
    assertThatThrownBy(() -> Mechanisms.base("gpu+lab0"))
        .isInstanceOf(LaunchException.class)
        .hasMessage("'gpu+lab0' has lab of size '0' in front, expected N|unlimited");
  }

  @Test
  void aShortFormIsASettingOfTheMachine() {
    assertThat(Mechanisms.fronts()).extracting(Mechanisms.Front::name).containsExactly("lab");
    assertThat(Mechanisms.setting("lab", "unlimited"))
        .isEqualTo("mechanisms.lab.entries=unlimited");
    assertThatThrownBy(() -> Mechanisms.setting("lob", "8"))
        .hasMessage("nothing in front is called lob");
  }

  /**
   * The buffer of the name is the one whose tables are printed; the machine's other settings count.
   */
  @Test
  void whatIsDescribedIsTheNamesBuffer() {
    MachineConfig machine =
        ConfigOverrides.apply(
            Presets.load("srsp-8cu"),
            List.of("mechanisms.lab.entries=8", "mechanisms.lab.from=shared"));
    assertThat(Mechanisms.describe("gpu+lab16", machine)).contains("gpu+lab16");
    assertThat(Mechanisms.describe("gpu", machine)).contains("gpu+lab8");
    assertThat(Mechanisms.describe("gpu+lab", machine))
        .isEqualTo(Mechanisms.describe("gpu", machine));
  }
}
