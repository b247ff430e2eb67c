package dev.syncopate.memory.protocol;

import static dev.syncopate.memory.protocol.BasicStep.DRAIN;
import static dev.syncopate.memory.protocol.BasicStep.PERFORM_AT_L1;
import static dev.syncopate.memory.protocol.BasicStep.PERFORM_AT_L2;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Ordering;
import dev.syncopate.memory.access.Scope;
import org.junit.jupiter.api.Test;

class StepTableTest {
  private static final StepTable TABLE =
      new StepTable.Builder()
          .data(AccessKind.STORE, PERFORM_AT_L1)
          .ordered(AccessKind.LOAD, Order.ACQUIRE, Scope.GPU, PERFORM_AT_L2)
          .when("elsewhere", DRAIN)
          .build();

  @Test
  void oneRowGetsOtherStepsAndNoAlternatives() {
    assertThat(TABLE.with("ld.acquire.gpu", DRAIN, PERFORM_AT_L1).describe())
        .extracting(StepTable.Row::toString)
        .containsExactly("st.weak: PERFORM_AT_L1", "ld.acquire.gpu: DRAIN, PERFORM_AT_L1; blocks");
  }

  @Test
  void clusterScopeDoesWhatComponentScopeDoesWhereTheProtocolHasNoRowForIt() {
    Ordering acquire = new Ordering(AccessKind.LOAD, Order.ACQUIRE, Scope.CLUSTER, false, false);
    assertThat(TABLE.row(acquire))
        .hasToString("ld.acquire.gpu: PERFORM_AT_L2; elsewhere: DRAIN; blocks");
    StepTable withCluster =
        new StepTable.Builder()
            .ordered(AccessKind.LOAD, Order.ACQUIRE, Scope.GPU, PERFORM_AT_L2)
            .ordered(AccessKind.LOAD, Order.ACQUIRE, Scope.CLUSTER, PERFORM_AT_L1)
            .build();
    assertThat(withCluster.row(acquire)).hasToString("ld.acquire.cluster: PERFORM_AT_L1; blocks");
    assertThat(withCluster.row(acquire.at(Scope.CTA))).isNull();
  }

  @Test
  void aRowThatIsNotThereIsNamed() {
    assertThatThrownBy(() -> TABLE.with("ld.acquire.cta", DRAIN))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("found no row ld.acquire.cta");
  }
}
