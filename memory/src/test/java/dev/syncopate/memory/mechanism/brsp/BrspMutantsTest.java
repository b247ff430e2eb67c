package dev.syncopate.memory.mechanism.brsp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.mechanism.promotion.WrongProtocols;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The tests of the protocol are worth something only if they find these. */
class BrspMutantsTest {
  @ParameterizedTest
  @EnumSource
  void aWrongProtocolIsFound(BrspMutant mutant) {
    assertThat(WrongProtocols.found(mutant.of(new BrspProtocol())))
        .as("a program fails under %s", mutant)
        .isTrue();
  }

  @Test
  void theTextsRemoteStoreIsFoundToBeLost() {
    assertThat(WrongProtocols.found(new BrspTextProtocol())).isTrue();
  }
}
