package dev.syncopate.check.scope;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a run would do with, on kernels of a few lines. */
class AdvisorTest {
  /** Thread 0 of CTA 0 writes data and a flag; thread 32, or thread 0 of CTA 1, waits for it. */
  private static String pass(String store, String load) {
    return """
      setp.ne.u32 %%p3, %%r6, 0;
      @%%p3 bra READ;
      st.global.u32 [%%rd1], 42;
      %s
      bra END;
    READ:
      setp.ne.u32 %%p3, %%r6, 1;
      @%%p3 bra END;
    WAIT:
      %s
      setp.eq.u32 %%p3, %%r7, 0;
      @%%p3 bra WAIT;
      ld.global.u32 %%r8, [%%rd1];
      st.global.u32 [%%rd1+64], %%r8;
    END:
    """
        .formatted(store, load);
  }

  private static final String RELEASE = "st.release.gpu.global.u32 [%rd2], 1;";
  private static final String ACQUIRE = "ld.acquire.gpu.global.u32 %r7, [%rd2];";

  @Test
  void betweenCtasReleaseAndAcquireAreNeededAsTheyAre() {
    ScopeAdvice advice = new SmallRuns(2, 32, pass(RELEASE, ACQUIRE)).ctas().advise();
    assertThat(advice.refusal()).isNull();
    assertThat(advice.lines())
        .extracting(line -> line.site().description())
        .containsExactly("st.release.gpu", "ld.acquire.gpu");
    assertThat(advice.lines()).allSatisfy(line -> assertThat(line.instead()).isNull());
    assertThat(advice.lines().getFirst().reliance().pairs()).isPositive();
    assertThat(advice.lines().getFirst().reliance().example())
        .contains("weak store at k.ptx:", "weak load at k.ptx:");
  }

  @Test
  void withinACtaItsScopeWouldDo() {
    ScopeAdvice advice = new SmallRuns(1, 64, pass(RELEASE, ACQUIRE)).warps().advise();
    assertThat(advice.lines())
        .extracting(line -> line.instead() == null ? "" : line.instead().text())
        .containsExactly("release.cta", "acquire.cta");
    ScopeAdvice.Together combination = requireNonNull(advice.combination());
    assertThat(combination.followed()).hasSize(2);
    assertThat(combination.remaining()).isEmpty();
    assertThat(combination.cycles()).isBetween(1L, advice.cycles());
  }

  /** Strong data never race; a release that hands them over is needed all the same. */
  @Test
  void whatHandsOverStrongDataIsKept() {
    String body =
        pass(RELEASE, ACQUIRE)
            .replace("st.global.u32 [%rd1], 42;", "st.relaxed.gpu.global.u32 [%rd1], 42;")
            .replace("ld.global.u32 %r8, [%rd1];", "ld.relaxed.gpu.global.u32 %r8, [%rd1];");
    ScopeAdvice advice = new SmallRuns(2, 32, body).ctas().advise();
    assertThat(advice.lines())
        .filteredOn(line ->
            line.site().description().contains("release")
                || line.site().description().contains("acquire"))
        .hasSize(2)
        .allSatisfy(line -> {
          assertThat(line.instead()).isNull();
          assertThat(line.objection())
              .startsWith(
                  "relaxed.gpu: so changed, nothing orders the hand-over from st.relaxed.gpu at");
        });
  }

  @Test
  void aRunWithRacesGetsNoAdvice() {
    ScopeAdvice advice =
        new SmallRuns(2, 32, pass("st.relaxed.gpu.global.u32 [%rd2], 1;", ACQUIRE)).ctas().advise();
    assertThat(advice.refusal()).isEqualTo("the run has races, which come first");
    assertThat(advice.lines()).isEmpty();
  }

  @Test
  void aFenceAndAReleaseDoWithEitherAndNotWithNeither() {
    ScopeAdvice advice =
        new SmallRuns(2, 32, pass("fence.acq_rel.gpu; " + RELEASE, ACQUIRE)).ctas().advise();
    assertThat(advice.lines())
        .extracting(line -> line.instead() == null ? "" : line.instead().text())
        .containsExactly("nothing", "relaxed.gpu", "");
    assertThat(advice.lines().getFirst().reliance().none()).isTrue();
    ScopeAdvice.Together combination = requireNonNull(advice.combination());
    assertThat(combination.followed()).hasSize(1);
    assertThat(combination.remaining()).hasSize(1);
  }

  @Test
  void aBarrierThatNothingReliesOnIsNotNeededAndOneBetweenLanesOfAWarpMayBeNarrower() {
    String body =
        """
          st.shared.u32 [%r5], %r2;
          bar.sync 0;
          xor.b32 %r6, %r4, 4;
          add.u32 %r6, %r6, %r3;
          ld.shared.u32 %r7, [%r6];     // a neighbour's, in the same warp
          st.global.u32 [%rd4], %r7;
          bar.sync 0;
          st.global.u32 [%rd4], %r7;
        """;
    ScopeAdvice advice = new SmallRuns(1, 64, body).advise();
    assertThat(advice.lines())
        .extracting(line -> line.instead() == null ? "" : line.instead().text())
        .containsExactly("__syncwarp()", "nothing");
    assertThat(advice.lines().getFirst().reliance().pairs()).isPositive();
    assertThat(advice.lines().getFirst().reliance().example())
        .isEqualTo("weak store at k.ptx:18 and weak load at k.ptx:22");
  }

  @Test
  void aBarrierOfDifferentLinesIsLeftAlone() {
    String body =
        """
          setp.lt.u32 %p3, %r2, 32;
          @%p3 bra FIRST;
          bar.sync 0;
          bra END;
        FIRST:
          bar.sync 0;
        END:
        """;
    assertThat(new SmallRuns(1, 64, body).advise().lines()).isEmpty();
  }

  @Test
  void anAtomicCounterOfManyCtasNeedsGpuScopeAndNoOrder() {
    ScopeAdvice advice =
        new SmallRuns(4, 32, "atom.add.acq_rel.gpu.global.u32 %r6, [%rd1], 1;").advise();
    assertThat(advice.lines()).hasSize(1);
    assertThat(requireNonNull(advice.lines().getFirst().instead()).text()).isEqualTo("relaxed.gpu");
    assertThat(advice.lines().getFirst().cycles()).isLessThan(advice.cycles());
  }

  @Test
  void aSuggestionThatFailsWhenItIsTriedIsNotMade() {
    // Without the fence the threads are done sooner, and the answer is declared wrong.
    SmallRuns runs = new SmallRuns(1, 32, "fence.acq_rel.gpu;");
    runs.failure = "the answer is wrong";
    ScopeAdvice advice = runs.advise();
    assertThat(advice.lines()).hasSize(1);
    assertThat(advice.lines().getFirst().instead()).isNull();
    assertThat(advice.lines().getFirst().objection())
        .contains("nothing: so changed, the answer is wrong");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 30_000})
  void whatOneCtaDoesMostAndAnotherOnceIsForRemoteScopePromotion(int sleep) {
    // CTA 0 takes a lock over and over, CTA 1 once: in between, or last.
    String body =
        """
          setp.eq.u32 %p1, %r1, 0;
          setp.eq.u32 %p2, %r2, 0;
          @!%p2 bra END;
          mov.u32 %r9, 40;
          @%p1 bra OWN;
          nanosleep.u32 SLEEP;
        OTHER:
          atom.acquire.gpu.global.cas.b32 %r6, [%rd2], 0, 1;
          setp.ne.u32 %p3, %r6, 0;
          @%p3 bra OTHER;
          ld.global.u32 %r7, [%rd1];
          add.u32 %r7, %r7, 1;
          st.global.u32 [%rd1], %r7;
          st.release.gpu.global.u32 [%rd2], 0;
          bra END;
        OWN:
          atom.acquire.gpu.global.cas.b32 %r6, [%rd2], 0, 1;
          setp.ne.u32 %p3, %r6, 0;
          @%p3 bra OWN;
          ld.global.u32 %r7, [%rd1];
          add.u32 %r7, %r7, 1;
          st.global.u32 [%rd1], %r7;
          st.release.gpu.global.u32 [%rd2], 0;
          sub.u32 %r9, %r9, 1;
          setp.ne.u32 %p3, %r9, 0;
          @%p3 bra OWN;
        END:
        """
            .replace("SLEEP", Integer.toString(sleep));
    ScopeAdvice advice = new SmallRuns(2, 32, body).on("srsp").advise();
    ScopeAdvice.Promotion promotion = requireNonNull(advice.promotion());
    assertThat(promotion.local())
        .extracting(InstructionSite::description)
        .containsExactly("atom.cas.acquire.gpu", "st.release.gpu");
    assertThat(promotion.remote())
        .extracting(InstructionSite::description)
        .containsExactly("atom.cas.acquire.gpu", "st.release.gpu");
    assertThat(promotion.reliance().none()).isTrue();
    assertThat(promotion.objection()).isNull();
    assertThat(promotion.cycles()).isPositive();
    if (sleep == 0) { // else the sleep takes most of the time
      assertThat(promotion.cycles()).isLessThan(advice.cycles());
    }
    ScopeAdvice.Promotion unknown = requireNonNull(new SmallRuns(2, 32, body).advise().promotion());
    assertThat(unknown.cycles()).isZero();
  }

  @Test
  void racesThatAreHarmlessAndThereAnywayDoNotCount() {
    ScopeAdvice advice =
        new SmallRuns(4, 32, "st.global.u32 [%rd1], 1; fence.acq_rel.gpu;").advise();
    assertThat(advice.lines()).hasSize(1);
    assertThat(advice.lines().getFirst().instead()).isEqualTo(new Replacement.Nothing());
  }

  @Test
  void theSameRunGetsTheSameAdvice() {
    ScopeAdvice first = new SmallRuns(1, 64, pass(RELEASE, ACQUIRE)).warps().advise();
    ScopeAdvice second = new SmallRuns(1, 64, pass(RELEASE, ACQUIRE)).warps().advise();
    assertThat(second).isEqualTo(first);
  }

  /** All threads fill a tile; thread 0 stores it by a bulk copy behind a barrier. */
  private static String storedTile(String beforeBarrier, String behindBarrier) {
    return """
      st.shared.u32 [%%r5], %%r2;
      %s
      bar.sync 0;
      setp.ne.u32 %%p3, %%r2, 0;
      @%%p3 bra END;
      %s
      cp.async.bulk.global.shared::cta.bulk_group [%%rd1], [%%r3], 256;
      cp.async.bulk.commit_group;
      cp.async.bulk.wait_group 0;
    END:
    """
        .formatted(beforeBarrier, behindBarrier);
  }

  @Test
  void aProxyFenceOfTheRightSpaceBeforeABulkCopyIsNeeded() {
    ScopeAdvice advice =
        new SmallRuns(1, 64, storedTile("fence.proxy.async.shared::cta;", "")).advise();
    ScopeSuggestion fence = advice.lines().getFirst();
    assertThat(fence.site().description()).isEqualTo("fence.proxy.async.shared::cta");
    assertThat(fence.executed()).isEqualTo(64);
    assertThat(fence.instead()).isNull();
    assertThat(fence.reliance().pairs()).isEqualTo(64);
    assertThat(fence.reliance().example())
        .contains("weak store at k.ptx:", "bulk copy to global memory at k.ptx:");
  }

  @Test
  void aProxyFenceOfAllMemoryBeforeABulkCopyOfATileMayBeOfSharedMemoryAlone() {
    ScopeAdvice advice = new SmallRuns(1, 64, storedTile("fence.proxy.async;", "")).advise();
    assertThat(requireNonNull(advice.lines().getFirst().instead()).text())
        .isEqualTo("fence.proxy.async.shared::cta");
  }

  @Test
  void aProxyFenceWithoutACopyIsNotNeeded() {
    ScopeAdvice advice =
        new SmallRuns(1, 64, "st.global.u32 [%rd4], %r2; fence.proxy.async.global;\n").advise();
    assertThat(advice.lines())
        .singleElement()
        .satisfies(line -> {
          assertThat(requireNonNull(line.instead()).text()).isEqualTo("nothing");
          assertThat(line.reliance().none()).isTrue();
          assertThat(line.cycles()).isLessThan(advice.cycles());
        });
  }

  @Test
  void ofTwoProxyFencesOnTheWayEitherMayGoAndNotBoth() {
    ScopeAdvice advice =
        new SmallRuns(
                1,
                64,
                storedTile("fence.proxy.async.shared::cta;", "fence.proxy.async.shared::cta;"))
            .advise();
    assertThat(advice.lines())
        .filteredOn(line -> line.site().description().startsWith("fence.proxy"))
        .hasSize(2)
        .allSatisfy(line -> assertThat(requireNonNull(line.instead()).text()).isEqualTo("nothing"));
    ScopeAdvice.Together combination = requireNonNull(advice.combination());
    assertThat(combination.followed()).hasSize(1);
    assertThat(combination.remaining()).hasSize(1);
  }
}
