package dev.syncopate.model.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.mechanism.denovo.DenovoMutant;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.system.Protocols;
import dev.syncopate.model.litmus.LitmusTest;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What memory holds at the end of an exploration is what the host reads, by the protocol's row. */
class KeptWordsTest {
  private static final LitmusTest TWO_WRITERS =
      Shapes.read(
          """
          PTX writers
          { x=0; y=0; }
           P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
           st.weak x, 1   | st.weak y, 2   ;
          ~exists (x == 0 \\/ y == 0)
          """);

  @ParameterizedTest
  @CsvSource({"true, HOLDS", "false, VIOLATED"})
  void wordsThatL1sKeepAreFoundWhereTheRowSaysSo(boolean correct, Exploration.Answer answer) {
    Protocol denovo = Protocols.named("denovo");
    Exploration exploration =
        Shapes.explore(
            TWO_WRITERS,
            new ExplorationRequest(
                correct ? denovo : DenovoMutant.HOST_FORGETS_OWNERS.of(denovo),
                ConsistencyModel.HRF,
                ExplorationRequest.DEFAULT_SETUPS,
                ExplorationRequest.DEFAULT_BOUND));
    assertThat(exploration.failures()).isEmpty();
    assertThat(exploration.answer()).isEqualTo(answer);
  }
}
