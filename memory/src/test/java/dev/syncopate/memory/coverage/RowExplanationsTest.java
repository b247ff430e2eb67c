package dev.syncopate.memory.coverage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Ordering;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.access.Step;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.mechanism.gpu.GpuProtocol;
import dev.syncopate.memory.protocol.BasicStep;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.protocol.StepTable;
import dev.syncopate.memory.protocol.UnreachedRows;
import dev.syncopate.memory.system.Protocols;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RowExplanationsTest {
  private static final List<UnreachedRows> UNREACHED =
      List.of(
          UnreachedRows.never(
              EnumSet.of(ConsistencyModel.DRF0), "it has none", "L1 CLEAN STORE", "L2 DIRTY READ"),
          UnreachedRows.elsewhere("SomeTest", "L2-of-GPU CLEAN READ"));

  private static SortedMap<String, Long> counts(Map<String, Long> counts) {
    return new TreeMap<>(counts);
  }

  @Test
  void aReasonHoldsForItsPairsUnderItsModels() {
    RowExplanations drf0 = RowExplanations.of(UNREACHED, ConsistencyModel.DRF0);
    assertThat(drf0.of("L1 CLEAN STORE"))
        .isEqualTo(new RowExplanation("L1 CLEAN STORE", UnreachedRows.Claim.NEVER, "it has none"));
    assertThat(drf0.of("L2-of-GPU CLEAN READ"))
        .isEqualTo(
            new RowExplanation("L2-of-GPU CLEAN READ", UnreachedRows.Claim.ELSEWHERE, "SomeTest"));
    RowExplanations hrf = RowExplanations.of(UNREACHED, ConsistencyModel.HRF);
    assertThat(hrf.of("L1 CLEAN STORE")).isNull();
    assertThat(hrf.of("L2-of-GPU CLEAN READ")).isNotNull();
  }

  @Test
  void aVariantInheritsTheReasonsOfItsMechanism() {
    RowExplanations buffered =
        RowExplanations.of(Protocols.named("phi+lab2"), ConsistencyModel.DRF0);
    assertThat(buffered.of("L1 CLEAN ATOMIC")).isNotNull();
    assertThat(buffered.of("L1 CLEAN UPDATE")).isNotNull();
  }

  @Test
  void whatHappensIsComparedWithWhatIsClaimed() {
    RowExplanations explanations = RowExplanations.of(UNREACHED, ConsistencyModel.DRF0);
    SortedMap<String, Long> counts =
        counts(Map.of("L1 CLEAN STORE", 3L, "L1 DIRTY STORE", 0L, "L2-of-GPU CLEAN READ", 1L));
    assertThat(explanations.unexplained(counts)).containsExactly("L1 DIRTY STORE");
    assertThat(explanations.refuted(counts)).containsExactly("L1 CLEAN STORE");
    assertThat(explanations.unlisted(counts)).containsExactly("L2 DIRTY READ");
  }

  @Test
  void aPairOfAnotherFormIsShown() {
    assertThatThrownBy(() -> UnreachedRows.elsewhere("SomeTest", "L1 CLEAN"))
        .hasMessage("found `L1 CLEAN` as a pair that is not reached, expected `PLACE STATE EVENT`");
  }

  @Test
  void aPairIsExplainedOnce() {
    List<UnreachedRows> twice =
        List.of(
            UnreachedRows.elsewhere("SomeTest", "L1 A B"),
            UnreachedRows.elsewhere("Other", "L1 A B"));
    assertThatThrownBy(() -> RowExplanations.of(twice, ConsistencyModel.HRF))
        .hasMessage("L1 A B is explained twice");
  }

  /** The reason that GPU coherence gives for models without scopes, proved from the tables. */
  @Test
  void withoutScopesNoAtomicIsPerformedInAnL1OrShortOfWhereAllMeet() {
    assertThat(RowExplanations.of(new GpuProtocol(), ConsistencyModel.DRF0).of("L1 CLEAN ATOMIC"))
        .isNotNull();
    Protocol gpu = Protocols.named("gpu");
    for (ConsistencyModel model :
        new ConsistencyModel[] {ConsistencyModel.DRF0, ConsistencyModel.DRFRLX}) {
      for (Order order : Order.values()) {
        for (Scope scope : Scope.values()) {
          for (boolean commutative : new boolean[] {false, true}) {
            Ordering stated = new Ordering(AccessKind.ATOMIC, order, scope, false, commutative);
            assertThat(steps(gpu.table(), model.performed(stated, Scope.GPU)))
                .as("%s under %s", stated, model)
                .isNotEmpty()
                .doesNotContain(BasicStep.PERFORM_AT_L1);
            assertThat(steps(gpu.systemTable(), model.performed(stated, Scope.SYS)))
                .as("%s under %s on several GPUs", stated, model)
                .isNotEmpty()
                .doesNotContain(BasicStep.PERFORM_AT_L1, BasicStep.PERFORM_AT_L2);
          }
        }
      }
    }
  }

  private static List<Step> steps(StepTable table, Ordering performed) {
    StepTable.Row row = Objects.requireNonNull(table.row(performed), performed::toString);
    return row.steps();
  }
}
