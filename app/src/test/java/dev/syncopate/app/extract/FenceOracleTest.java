package dev.syncopate.app.extract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.app.extract.LineVerdict.Standing;
import dev.syncopate.check.extract.Excerpt;
import dev.syncopate.check.extract.OrderedPair;
import dev.syncopate.check.extract.Recorder;
import dev.syncopate.check.scope.ExposedRaces;
import dev.syncopate.check.scope.InstructionSite;
import dev.syncopate.check.scope.Replacement;
import dev.syncopate.check.scope.ScopeAdvice;
import dev.syncopate.check.scope.ScopeSuggestion;
import dev.syncopate.model.litmus.LitmusTest;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Verdicts of the model on removing a fence, by what a run has recorded. */
class FenceOracleTest {
  private static final String ACQUIRE = "ld.acquire.gpu.global.u32 %r6, [%rd2];";
  private static final List<OrderedPair> FENCE_AND_RELEASE =
      ordered("fence.acq_rel.gpu; st.release.gpu.global.u32 [%rd2], 1;");

  private static List<OrderedPair> ordered(String store) {
    Recorder recorder = new Recorder(8, false, 8);
    Kernels.record(2, 32, Kernels.between(store, ACQUIRE), recorder);
    return recorder.orderedPairs();
  }

  @Test
  void aFenceInFrontOfAReleaseCanGo() {
    LineVerdict verdict = withoutFence(FENCE_AND_RELEASE);
    assertThat(verdict.standing()).isEqualTo(Standing.PROVED);
    assertThat(verdict.tests()).isPositive();
    assertThat(verdict.counterexample()).isNull();
  }

  @Test
  void aFenceInFrontOfARelaxedStoreCannot() {
    LineVerdict verdict =
        withoutFence(ordered("fence.acq_rel.gpu; st.relaxed.gpu.global.u32 [%rd2], 1;"));
    assertThat(verdict.standing()).isEqualTo(Standing.REFUTED);
    assertThat(Tests.allows("ptx", Objects.requireNonNull(verdict.counterexample()))).isTrue();
  }

  /** As where threads of a cluster meet at its barrier, which no extracted test has. */
  @Test
  void nothingIsRefutedByAccessesThatDoNotRaceWithoutTheFence() {
    LineVerdict verdict =
        withoutFence(
            ordered("fence.acq_rel.gpu; st.relaxed.gpu.global.u32 [%rd2], 1;"),
            List.of(),
            new ExposedRaces(0, 0, null, Set.of()));
    assertThat(verdict.standing()).isEqualTo(Standing.NOT_DECIDED);
    assertThat(verdict.reason())
        .isEqualTo(
            "the run ordered the accesses of a test in another way, too, which the test leaves out");
    assertThat(verdict.counterexample()).isNull();
  }

  @Test
  void nothingIsProvedWhereNotAllWaysAreRecorded() {
    List<OrderedPair> cut =
        FENCE_AND_RELEASE.stream()
            .map(pair -> new OrderedPair(pair.instructions(), pair.ways(), false, pair.problem()))
            .toList();
    LineVerdict verdict = withoutFence(cut);
    assertThat(verdict.standing()).isEqualTo(Standing.NOT_DECIDED);
    assertThat(verdict.reason()).isEqualTo("accesses were ordered in more ways than are recorded");
  }

  /** Each of two threads writes a word and looks at the other's once. */
  private static String lookOnce(String fence) {
    return """
      @!%%p2 bra END;
      selp.u32 %%r6, 0, 256, %%p1;
      cvt.u64.u32 %%rd3, %%r6;
      add.u64 %%rd3, %%rd2, %%rd3;
      selp.u32 %%r6, 256, 0, %%p1;
      cvt.u64.u32 %%rd4, %%r6;
      add.u64 %%rd4, %%rd2, %%rd4;
      st.relaxed.gpu.global.u32 [%%rd3], 1;
      %s;
    LOOK:
      ld.relaxed.gpu.global.u32 %%r7, [%%rd4];
    """
        .formatted(fence);
  }

  private static Recorder lookedOnce(String fence, String suffix) {
    Recorder recorder = new Recorder(8, false, 8);
    Kernels.record(2, 32, lookOnce(fence) + suffix + "END:\n", recorder);
    return recorder;
  }

  /** Both wrote before either looked: each sees the other, but need not without the fence. */
  @Test
  void theFenceBetweenAWriteAndALookCannotGo() {
    List<Excerpt> buffers = lookedOnce("fence.sc.gpu", "").storeBuffers();
    assertThat(buffers).isNotEmpty();
    LineVerdict verdict = withoutFence(List.of(), buffers);
    assertThat(verdict.standing()).isEqualTo(Standing.REFUTED);
    LitmusTest counterexample = Objects.requireNonNull(verdict.counterexample());
    assertThat(Tests.allows("ptx", counterexample)).isTrue();
    assertThat(Tests.threads(counterexample))
        .allSatisfy(thread -> assertThat(thread).contains("st.relaxed.gpu", "ld.relaxed.gpu"));
  }

  @Test
  void whoWaitsForTheOtherReliesOnNoFence() {
    String again = "setp.eq.u32 %p3, %r7, 0;\n@%p3 bra LOOK;\n";
    assertThat(lookedOnce("fence.sc.gpu", again).storeBuffers()).isEmpty();
    assertThat(lookedOnce("fence.acq_rel.gpu", "").storeBuffers()).isEmpty();
  }

  /** The verdict on a suggestion to leave out the fence of a run. */
  private static LineVerdict withoutFence(List<OrderedPair> ordered) {
    return withoutFence(ordered, List.of());
  }

  /** All that it orders relies on the fence. */
  private static ExposedRaces relying(List<OrderedPair> ordered) {
    return new ExposedRaces(
        ordered.size(),
        0,
        null,
        ordered.stream().map(OrderedPair::instructions).collect(Collectors.toSet()));
  }

  private static LineVerdict withoutFence(List<OrderedPair> ordered, List<Excerpt> buffers) {
    return withoutFence(ordered, buffers, relying(ordered));
  }

  private static LineVerdict withoutFence(
      List<OrderedPair> ordered, List<Excerpt> buffers, ExposedRaces reliance) {
    ScopeSuggestion suggestion =
        new ScopeSuggestion(
            fence(ordered, buffers),
            1,
            new Replacement.Nothing(),
            reliance,
            1,
            null,
            false,
            List.of(new Replacement.Nothing()));
    ScopeAdvice advice =
        new ScopeAdvice(1, List.of(suggestion), null, null, null, false, ordered, buffers);
    return Objects.requireNonNull(new FenceOracle(advice).verdict(suggestion));
  }

  private static InstructionSite fence(List<OrderedPair> ordered, List<Excerpt> buffers) {
    return Stream.concat(
            ordered.stream().flatMap(pair -> pair.ways().stream()).flatMap(List::stream),
            buffers.stream())
        .flatMap(excerpt -> excerpt.threads().stream())
        .flatMap(thread -> thread.steps().stream())
        .map(Excerpt.Step::instruction)
        .filter(instruction -> instruction.description().startsWith("fence"))
        .map(instruction -> new InstructionSite(instruction.line(), instruction.description()))
        .findFirst()
        .orElseThrow();
  }
}
