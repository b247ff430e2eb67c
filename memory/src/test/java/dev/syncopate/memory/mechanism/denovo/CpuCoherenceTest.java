package dev.syncopate.memory.mechanism.denovo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.coverage.CoverageProtocol;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.system.Protocols;
import org.junit.jupiter.api.Test;

/** Which protocols have a registry of words put in front of them for a CPU. */
class CpuCoherenceTest {
  @Test
  void denovoHasARegistryItselfAlsoWhereItIsCountedOrWrong() {
    Protocol counted = new CoverageProtocol(new DenovoProtocol());
    Protocol wrong = DenovoMutant.NO_AWAIT.of(new DenovoProtocol());
    assertThat(Protocols.besideCpus(counted)).isSameAs(counted);
    assertThat(Protocols.besideCpus(wrong)).isSameAs(wrong);
    assertThat(Protocols.besideCpus(Protocols.named("gpu"))).isInstanceOf(CpuCoherence.class);
  }
}
