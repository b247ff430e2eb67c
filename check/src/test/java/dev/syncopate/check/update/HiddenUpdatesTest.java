package dev.syncopate.check.update;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.check.race.Kernels;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Updates that do not look like one, and right programs that look like a wrong one. */
class HiddenUpdatesTest {
  /** What one thread does, and then others of the other CTA. */
  private static final String OTHER =
      """
      @!%p1 bra OTHER;
      UPDATE
      bra END;
      OTHER:
      nanosleep.u32 WHEN;
      WRITE
      """;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "red.global.add.u32 [%rd1], 1;",
        "st.volatile.global.u32 [%rd1], 9;",
        "atom.global.exch.b32 %r7, [%rd1], 9;",
      })
  void aWriteThatNothingOrdersIsToldWheneverItComes(String write) {
    for (String delay : List.of("1500", "20000")) {
      String body =
          OTHER
              .replace(
                  "UPDATE",
                  LostUpdatesTest.COUNT.replace("add.s32", "nanosleep.u32 4000;\nadd.s32"))
              .replace("WHEN", delay)
              .replace("WRITE", write);
      assertThat(LostUpdatesTest.firstThreads(2, body)).as(delay).hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "st.local.u32 [l], %r6; ld.local.u32 %r7, [l]; add.u32 %r6, %r7, 1;",
        "st.shared.u32 [%r3], %r6; ld.volatile.shared.u32 %r7, [%r3]; add.u32 %r6, %r7, 1;",
      })
  void valuesMayGoThroughMemory(String replacement) {
    String body =
        "{ .local .align 4 .b8 l[64];\n"
            + LostUpdatesTest.COUNT.replace("add.s32 %r6, %r6, 1;", replacement)
            + "}";
    assertThat(LostUpdatesTest.firstThreads(8, body))
        .isNotEmpty()
        .allSatisfy(lost -> assertThat(lost.rule()).isEqualTo("lost-update"));
  }

  @Test
  void valuesMayGoToAnotherLaneOrAnotherWarp() {
    String lane =
        """
        @%p2 ld.volatile.global.u32 %r6, [%rd1];
        shfl.sync.idx.b32 %r7, %r6, 0, 31, -1;
        add.u32 %r7, %r7, 1;
        setp.eq.u32 %p3, %r2, 5;
        @%p3 st.volatile.global.u32 [%rd1], %r7;
        """;
    assertThat(Kernels.check(8, 32, lane))
        .singleElement()
        .satisfies(lost ->
            assertThat(lost.details().getFirst())
                .matches(
                    "volatile load at .* thread \\(0,0,0\\), and volatile store .* thread \\(5,0,0\\)"));
    String warp =
        """
        @%p2 ld.volatile.global.u32 %r6, [%rd1];
        @%p2 st.shared.u32 [%r3], %r6;
        bar.sync 0;
        ld.shared.u32 %r7, [%r3];
        add.u32 %r7, %r7, 1;
        setp.eq.u32 %p3, %r2, 40;
        @%p3 st.volatile.global.u32 [%rd1], %r7;
        """;
    assertThat(Kernels.check(8, 64, warp))
        .singleElement()
        .satisfies(lost -> assertThat(lost.details().getFirst()).contains("thread (40,0,0)"));
    assertThat(Kernels.check(1, 64, warp)).isEmpty();
  }

  @Test
  void whoChecksAndThenActsMayNotBeAlone() {
    String body =
        """
          ld.volatile.global.u32 %r6, [%rd1];
          setp.ne.u32 %p3, %r6, 0;
          @%p3 bra END;
          st.volatile.global.u32 [%rd1], 1;
          red.global.add.u32 [%rd2], 1;
        """;
    assertThat(LostUpdatesTest.firstThreads(8, body))
        .singleElement()
        .satisfies(lost -> {
          assertThat(lost.details().getFirst()).contains("that depends on what it has read");
          assertThat(lost.details().get(2)).contains("atomicCAS");
        });
    // A flag that all set alike, and nothing else that depends on it.
    assertThat(LostUpdatesTest.firstThreads(8, body.replace("red.global.add.u32 [%rd2], 1;", "")))
        .isEmpty();
  }

  @Test
  void aMaximumByComparisonLosesTheGreater() {
    String body =
        """
          ld.volatile.global.u32 %r6, [%rd1];
          add.u32 %r7, %r1, 1;
          setp.lt.u32 %p3, %r6, %r7;
          @%p3 st.volatile.global.u32 [%rd1], %r7;
        """;
    assertThat(LostUpdatesTest.firstThreads(8, body))
        .singleElement()
        .satisfies(lost -> assertThat(lost.details().get(2)).contains("atomicMax"));
    // Lanes of a warp have the same number; those of other CTAs have not.
    assertThat(Kernels.check(8, 32, body)).hasSize(1);
    assertThat(LostUpdatesTest.firstThreads(8, "red.global.max.u32 [%rd1], %r1;\n")).isEmpty();
  }

  @Test
  void anExchangeOfWhatWasComputedIsAStore() {
    String body =
        LostUpdatesTest.COUNT.replace(
            "st.volatile.global.u32 [%rd1], %r6", "atom.global.exch.b32 _, [%rd1], %r6");
    assertThat(LostUpdatesTest.firstThreads(8, body)).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // a lock that is polled before it is taken
        """
        TAKE:
          ld.volatile.global.u32 %r6, [%rd2];
          setp.ne.u32 %p3, %r6, 0;
          @%p3 bra TAKE;
          atom.acquire.gpu.global.cas.b32 %r6, [%rd2], 0, 1;
          setp.ne.u32 %p3, %r6, 0;
          @%p3 bra TAKE;
          ld.volatile.global.u32 %r7, [%rd1];
          add.u32 %r7, %r7, 1;
          st.volatile.global.u32 [%rd1], %r7;
          st.release.gpu.global.u32 [%rd2], 0;
        """,
        // a flag to and fro between two CTAs, without fences
        """
          setp.gt.u32 %p3, %r1, 1;
          @%p3 bra END;
          mov.u32 %r8, 0;
          mov.u32 %r9, 1;
          sub.u32 %r9, %r9, %r1;
        AGAIN:
          ld.volatile.global.u32 %r6, [%rd1];
          setp.ne.u32 %p3, %r6, %r1;
          @%p3 bra AGAIN;
          st.volatile.global.u32 [%rd1], %r9;
          add.u32 %r8, %r8, 1;
          setp.lt.u32 %p3, %r8, 4;
          @%p3 bra AGAIN;
        """,
        // the last of all sets the count of those who have come back
        """
          atom.acq_rel.gpu.global.add.u32 %r6, [%rd1], 1;
          @!%p1 bra END;
        ALL:
          ld.acquire.gpu.global.u32 %r6, [%rd1];
          setp.ne.u32 %p3, %r6, 8;
          @%p3 bra ALL;
          st.volatile.global.u32 [%rd1], 0;
        """,
        // again, by an addition without a result
        """
          red.release.gpu.global.add.u32 [%rd1], 1;
          @!%p1 bra END;
        ALL:
          ld.acquire.gpu.global.u32 %r6, [%rd1];
          setp.ne.u32 %p3, %r6, 8;
          @%p3 bra ALL;
          st.volatile.global.u32 [%rd1], 0;
        """,
        // tries again until no other thread came between
        """
        RETRY:
          ld.volatile.global.u32 %r6, [%rd1];
          add.u32 %r7, %r6, 1;
          atom.global.cas.b32 %r8, [%rd1], %r6, %r7;
          setp.ne.u32 %p3, %r8, %r6;
          @%p3 bra RETRY;
        """,
        // takes a lock, looks again, and only then writes
        """
          ld.volatile.global.u32 %r6, [%rd1];
          setp.gt.u32 %p3, %r6, %r1;
          @%p3 bra END;
        TAKE:
          atom.acquire.gpu.global.cas.b32 %r6, [%rd2], 0, 1;
          setp.ne.u32 %p3, %r6, 0;
          @%p3 bra TAKE;
          ld.volatile.global.u32 %r6, [%rd1];
          setp.gt.u32 %p3, %r6, %r1;
          @!%p3 st.volatile.global.u32 [%rd1], %r1;
          st.release.gpu.global.u32 [%rd2], 0;
        """,
      })
  void whoHasTakenTurnsLosesNothing(String body) {
    assertThat(LostUpdatesTest.firstThreads(8, body)).isEmpty();
  }
}
