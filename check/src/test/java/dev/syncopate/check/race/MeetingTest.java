package dev.syncopate.check.race;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.check.report.Finding;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What barriers of a CTA and of a warp order, and what goes without. */
class MeetingTest {
  /** Each thread writes its word and then reads that of the next one. */
  private static String neighbours(String middle) {
    return """
      st.shared.u32 [%%r5], %%r2;
      %s
      xor.b32 %%r6, %%r4, 4;
      add.u32 %%r6, %%r3, %%r6;
      ld.shared.u32 %%r7, [%%r6];
      %s
      st.shared.u32 [%%r5], %%r7;
    """
        .formatted(middle, middle);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "bar.sync 0;",
        "barrier.cta.sync 0;",
        "bar.warp.sync -1;",
        "bar.sync 1, 64;",
        "{ .reg .pred %q; bar.red.and.pred %q, 0, %p1; }"
      })
  void barriersOrder(String barrier) {
    assertThat(Kernels.check(2, 64, neighbours(barrier))).isEmpty();
  }

  @Test
  void withoutOneNeighboursOfAWarpRace() {
    assertThat(Kernels.check(1, 32, neighbours("")))
        .isNotEmpty()
        .allSatisfy(race -> {
          assertThat(race.title()).startsWith("data race on shared tile[");
          assertThat(race.details().get(2))
              .isEqualTo(
                  "nothing orders these threads of one warp: __syncwarp() between the two would");
        });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "vote.sync.ballot.b32 %r8, %p1, -1;",
        "shfl.sync.idx.b32 %r8, %r2, 0, 31, -1;",
      })
  void exchangesOfValuesOrderNoMemory(String exchange) {
    assertThat(Kernels.check(1, 32, neighbours(exchange))).isNotEmpty();
  }

  /** Thread 0 writes; thread 32, of the next warp, reads. */
  private static String warps(String middle) {
    return """
      @%%p2 st.shared.u32 [%%r3], 7;
      %s
      setp.eq.u32 %%p3, %%r2, 32;
      @%%p3 ld.shared.u32 %%r7, [%%r3];
    """
        .formatted(middle);
  }

  @Test
  void aBarrierOfTheWarpIsNoneForTheNext() {
    assertThat(Kernels.check(1, 64, warps("bar.warp.sync -1;")))
        .singleElement()
        .satisfies(race ->
            assertThat(race.details().get(2))
                .isEqualTo(
                    "nothing orders these threads of one CTA: __syncthreads() between the two"
                        + " would"));
    assertThat(Kernels.check(1, 64, warps("bar.sync 0;"))).isEmpty();
  }

  @Test
  void aBarrierOfSomeLanesIsNoneForTheOthers() {
    String body =
        """
          setp.lt.u32 %%p3, %%r2, 16;
          setp.eq.u32 %%p4, %%r2, %d;
          @%%p4 st.shared.u32 [%%r3], 7;
          @%%p3 st.shared.u32 [%%r5+256], 7;
          @%%p3 bar.warp.sync 0xffff;
          @%%p2 ld.shared.u32 %%r7, [%%r3];
        """;
    assertThat(Kernels.check(1, 32, body.formatted(5))).isEmpty();
    assertThat(Kernels.check(1, 32, body.formatted(20))).hasSize(1);
  }

  @Test
  void whoOnlyArrivesIsBeforeThoseWhoWait() {
    String body =
        """
          setp.lt.u32 %p3, %r2, 32;
          @%p3 st.shared.u32 [%r5], 7;      // the first warp writes and arrives
          @%p3 bar.arrive 1, 64;
          @%p3 bra END;
          bar.sync 1, 64;                   // the second waits and reads
          ld.shared.u32 %r7, [%r5+-128];
        END:
        """;
    assertThat(Kernels.check(1, 64, body)).isEmpty();
  }

  @Test
  void whoOnlyArrivesIsNotBehindTheOthers() {
    String body =
        """
          setp.lt.u32 %p3, %r2, 32;
          @%p3 bra FIRST;
          st.shared.u32 [%r5], 7;
          bar.sync 1, 64;
          bra END;
        FIRST:
          bar.arrive 1, 64;
          nanosleep.u32 2000;
          ld.shared.u32 %r7, [%r5+128];
        END:
        """;
    assertThat(Kernels.check(1, 64, body)).isNotEmpty();
  }

  @Test
  void threadsThatHaveExitedAreNotOrderedByLaterBarriers() {
    String body =
        """
          setp.lt.u32 %p3, %r2, 32;
          @%p3 st.shared.u32 [%r5], 7;
          @%p3 exit;
          nanosleep.u32 2000;
          bar.sync 0;
          ld.shared.u32 %r7, [%r5+-128];
        """;
    assertThat(Kernels.check(1, 64, body)).isNotEmpty();
  }

  @Test
  void launchesAndCtasOfTheirOwnMemoryDoNotRace() {
    assertThat(Kernels.check(4, 64, "  st.shared.u32 [%r5], %r1;\n")).isEmpty();
  }

  @Test
  void threadsOfAnInstructionThatWriteOneWordRace() {
    assertThat(Kernels.check(1, 32, "  st.global.u32 [%rd1], %r2;\n"))
        .singleElement()
        .extracting(Finding::details)
        .satisfies(details ->
            assertThat(details.get(2))
                .isEqualTo("threads of one warp do it at once: one of them should, or an atomic"));
  }

  @Test
  void writesOfTheSameValueAreARaceOfTheirOwnKind() {
    for (String body :
        List.of(
            "  st.global.u32 [%rd1], 7;\n",
            "  st.global.u16 [%rd1], 7;\n",
            "  mov.u64 %rd5, 7; st.global.u64 [%rd1], %rd5;\n",
            "  mov.u32 %r6, 7; st.global.v2.u32 [%rd1], {%r6, %r6};\n",
            "  st.shared.u32 [%r3], 7;\n")) {
      assertThat(Kernels.check(1, 64, body))
          .as(body)
          .isNotEmpty()
          .allSatisfy(race -> {
            assertThat(race.rule()).isEqualTo("race-same-value");
            assertThat(race.title()).endsWith(": both write the same value");
          });
    }
    String half = "  mov.b64 %rd5, {%r2, %r1}; st.global.u64 [%rd1], %rd5;\n";
    assertThat(Kernels.check(1, 32, half)).extracting(Finding::rule).contains("race");
  }

  @Test
  void bytesAreToldApart() {
    String bytes =
        """
          add.u64 %rd5, %rd1, 0;
          cvt.u64.u32 %rd6, %r2;
          add.u64 %rd5, %rd5, %rd6;
          st.global.u8 [%rd5], %r2;        // each thread its own byte
        """;
    assertThat(Kernels.check(1, 32, bytes)).isEmpty();
    assertThat(Kernels.check(1, 32, bytes + "  st.global.u16 [%rd1], %r2;\n")).isNotEmpty();
  }

  @Test
  void anMbarrierOrdersArrivalsBeforeWhoFindsThePhaseOver() {
    String body =
        """
          @%p2 mbarrier.init.shared.b64 [tile+512], 1;
          bar.sync 0;
          setp.lt.u32 %p3, %r2, 32;
          @!%p3 bra READ;
          @!%p2 bra END;
          st.shared.u32 [%r3], 7;
          mbarrier.arrive.shared.b64 %rd5, [tile+512];
          bra END;
        READ:
          mbarrier.test_wait.parity.shared.b64 %p4, [tile+512], 0;
          @!%p4 bra READ;
          ld.shared.u32 %r7, [%r3];
        END:
        """;
    assertThat(Kernels.check(1, 64, body)).isEmpty();
  }

  @Test
  void whoArrivesLastIsBehindTheOthersToo() {
    String body =
        """
          @%p2 mbarrier.init.shared.b64 [tile+512], 2;
          bar.sync 0;
          setp.eq.u32 %p3, %r2, 32;
          @%p3 bra LAST;
          @!%p2 bra END;
          st.shared.u32 [%r3], 7;
          mbarrier.arrive.shared.b64 %rd5, [tile+512];
          bra END;
        LAST:
          nanosleep.u32 4000;
          mbarrier.arrive.shared.b64 %rd5, [tile+512];
        READ:
          mbarrier.test_wait.parity.shared.b64 %p4, [tile+512], 0;
          @!%p4 bra READ;
          ld.shared.u32 %r7, [%r3];
        END:
        """;
    assertThat(Kernels.check(1, 64, body)).isEmpty();
  }

  @Test
  void aFenceOfAWarpOrdersNoneOfItsLanes() {
    assertThat(Kernels.check(1, 32, neighbours("membar.cta;"))).isNotEmpty();
  }
}
