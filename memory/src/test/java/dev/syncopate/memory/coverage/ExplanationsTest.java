package dev.syncopate.memory.coverage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.memory.access.Kind;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Ordering;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.access.Step;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.coverage.Explanation.Claim;
import dev.syncopate.memory.mechanism.gpu.GpuProtocol;
import dev.syncopate.memory.protocol.BasicStep;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.protocol.StepTable;
import dev.syncopate.memory.system.Protocols;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExplanationsTest {
  private static final String TEXT =
      """
      # Why.

      never mine, other × drf0: it has none
        L1 CLEAN STORE
        L2 DIRTY READ
      elsewhere mine × drf0, hrf: SomeTest
        L2-of-GPU CLEAN READ
      """;

  private static SortedMap<String, Long> counts(Map<String, Long> counts) {
    return new TreeMap<>(counts);
  }

  @Test
  void aClaimIsAboutThePairsBelowItForTheHardwareItNames() {
    Explanations both = Explanations.read(TEXT, "mine", "drf0");
    assertThat(both.of("L1 CLEAN STORE"))
        .isEqualTo(new Explanation("L1 CLEAN STORE", Claim.NEVER, "it has none"));
    assertThat(both.of("L2-of-GPU CLEAN READ"))
        .isEqualTo(new Explanation("L2-of-GPU CLEAN READ", Claim.ELSEWHERE, "SomeTest"));
    assertThat(Explanations.read(TEXT, "mine", "hrf").of("L1 CLEAN STORE")).isNull();
    assertThat(Explanations.read(TEXT, "mine", "hrf").of("L2-of-GPU CLEAN READ")).isNotNull();
    assertThat(Explanations.read(TEXT, "other", "drf0").of("L2-of-GPU CLEAN READ")).isNull();
  }

  @Test
  void whatHappensIsComparedWithWhatIsClaimed() {
    Explanations explanations = Explanations.read(TEXT, "mine", "drf0");
    SortedMap<String, Long> counts =
        counts(Map.of("L1 CLEAN STORE", 3L, "L1 DIRTY STORE", 0L, "L2-of-GPU CLEAN READ", 1L));
    assertThat(explanations.unexplained(counts)).containsExactly("L1 DIRTY STORE");
    assertThat(explanations.refuted(counts)).containsExactly("L1 CLEAN STORE");
    assertThat(explanations.unlisted(counts)).containsExactly("L2 DIRTY READ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "  L1 CLEAN STORE| line 1: found `  L1 CLEAN STORE`, expected `never",
        "seldom gpu × hrf: so| line 1: found `seldom gpu × hrf: so`, expected `never",
        "never gpu × hrf: so;  L1 CLEAN| line 2: found `  L1 CLEAN`, expected `  PLACE STATE",
        "never gpu × hrf: so;  L1 A B;  L1 A B| line 3: L1 A B is explained twice",
      })
  void aLineThatIsNoneIsShown(String text, String message) {
    assertThatThrownBy(() -> Explanations.read(text.replace(';', '\n'), "gpu", "hrf"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message.strip());
  }

  /** What the file says of models without scopes, proved from the tables. */
  @Test
  void withoutScopesNoAtomicIsPerformedInAnL1OrShortOfWhereAllMeet() {
    assertThat(Explanations.of(new GpuProtocol(), ConsistencyModel.DRF0).of("L1 CLEAN ATOMIC"))
        .isNotNull();
    Protocol gpu = Protocols.named("gpu");
    for (ConsistencyModel model :
        new ConsistencyModel[] {ConsistencyModel.DRF0, ConsistencyModel.DRFRLX}) {
      for (Order order : Order.values()) {
        for (Scope scope : Scope.values()) {
          for (boolean commutative : new boolean[] {false, true}) {
            Ordering stated = new Ordering(Kind.ATOMIC, order, scope, false, commutative);
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
