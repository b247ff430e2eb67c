package dev.syncopate.workload.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
}
