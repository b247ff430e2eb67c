package dev.syncopate.workload.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.memory.mechanism.lab.LabSettings;
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

  @Test
  void aNameComposesAProtocolWithABuffer() {
    for (String name : List.of("gpu+lab64", "gpu-lab64")) {
      Mechanisms.OnMachine mechanism = Mechanisms.onMachine(name);
      assertThat(mechanism.protocol()).isEqualTo("gpu");
      assertThat(mechanism.settings()).containsExactly("mechanisms.lab.entries=64");
      assertThat(
              new DeviceBuilder("srsp-8cu", name, "hrf")
                  .configured()
                  .mechanisms()
                  .get(LabSettings.class)
                  .entries())
          .isEqualTo(64);
    }
    DeviceBuilder twice =
        new DeviceBuilder("srsp-8cu", "gpu+lab64", "hrf").set("mechanisms.lab.entries=8");
    assertThatThrownBy(twice::open)
        .isInstanceOf(LaunchException.class)
        .hasMessage(
            "protocol gpu+lab64 names the lines of the local atomic buffer, and so does"
                + " mechanisms.lab.entries=8; expected one of them");
  }
}
