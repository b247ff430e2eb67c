package dev.syncopate.model.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.system.Protocols;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every protocol of the build is bound by a model, or it is said which is not. */
class ModelBindingTest {
  @Test
  void everyProtocolIsBound() {
    assertThat(ModelBinding.unbound(Protocols.names())).isEmpty();
    assertThat(ModelBinding.unbound(List.of("gpu", "new", "srsp-text", "newer")))
        .containsExactly("new", "newer");
  }
}
