package dev.syncopate.check.update;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.check.Checker;
import dev.syncopate.check.race.Kernels;
import dev.syncopate.check.report.Finding;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Updates by a load and a store, in runs. */
class LostUpdatesTest {
  static final String COUNT =
      """
      ld.volatile.global.u32 %r6, [%rd1];
      add.s32 %r6, %r6, 1;
      st.volatile.global.u32 [%rd1], %r6;
      """;

  /** Of a body that the first thread of each of some CTAs executes. */
  static List<Finding> firstThreads(int ctas, String body) {
    return Kernels.check(ctas, 32, "@!%p2 bra END;\n" + body + "END:\n");
  }

  @Test
  void aVolatileCounterLosesUpdatesAndIsNoRace() {
    assertThat(firstThreads(8, COUNT))
        .singleElement()
        .satisfies(lost -> {
          assertThat(lost.rule()).isEqualTo("lost-update");
          assertThat(lost.severity()).isEqualTo(Finding.Severity.ERROR);
          assertThat(lost.title()).isEqualTo("lost update on argument 0[0]");
          assertThat(lost.details())
              .satisfiesExactly(
                  update ->
                      assertThat(update)
                          .matches(
                              "volatile load at k.ptx:\\d+ and volatile store of what was computed"
                                  + " from it at k.ptx:\\d+ by CTA \\(\\d,0,0\\), thread"
                                  + " \\(0,0,0\\)"),
                  detail ->
                      assertThat(detail)
                          .startsWith("volatile store at k.ptx:")
                          .endsWith(
                              "nothing keeps it from coming between the two, and there it is lost"),
                  advice ->
                      assertThat(advice)
                          .isEqualTo(
                              "no data race, for all of them are strong; atomicAdd (atom.add,"
                                  + " red.add) does it in one"));
          assertThat(lost.count()).isEqualTo(7);
        });
  }

  @Test
  void threadsOfAWarpLoseThemToEachOther() {
    assertThat(Kernels.check(1, 32, COUNT))
        .singleElement()
        .satisfies(lost -> assertThat(lost.count()).isEqualTo(31));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "or.b32 %r6, %r6, %r9;  | atomicOr (atom.or, red.or) does it in one",
        "max.u32 %r6, %r6, %r9; | atomicMax (atom.max, red.max) does it in one",
        "add.f32 %r6, %r6, %r9; | atomicAdd (atom.add, red.add) does it in one",
        "mul.lo.u32 %r6, %r6, 3; add.u32 %r6, %r6, 1; shr.u32 %r6, %r6, 0;"
            + " | an atomicCAS (atom.cas) that tries again when another value is there loses none"
      })
  void itIsToldWhatDoesItInOne(String compute, String advice) {
    String body =
        "add.u32 %r9, %r1, 1;\nld.volatile.global.u32 %r6, [%rd1];\n"
            + compute
            + "\nst.volatile.global.u32 [%rd1], %r6;\n";
    assertThat(firstThreads(8, body))
        .singleElement()
        .satisfies(lost -> assertThat(lost.details().get(2)).endsWith(advice));
  }

  @Test
  void theSameBitTwiceIsNotLost() {
    String set = COUNT.replace("add.s32 %r6, %r6, 1", "or.b32 %r6, %r6, 4");
    assertThat(firstThreads(8, set)).isEmpty();
    assertThat(Kernels.check(1, 64, set.replace("global", "shared").replace("%rd1", "%r3")))
        .isEmpty();
  }

  @Test
  void anUpdateLosesAnAtomicToo() {
    String body =
        """
          @%p1 bra ATOMIC;
          ld.volatile.global.u32 %r6, [%rd1];
          nanosleep.u32 4000;
          add.s32 %r6, %r6, 1;
          st.volatile.global.u32 [%rd1], %r6;
          bra END;
        ATOMIC:
          atom.global.add.u32 %r7, [%rd1], 1;
          st.global.u32 [%rd2], %r7;
        """;
    assertThat(firstThreads(2, body))
        .singleElement()
        .satisfies(lost ->
            assertThat(lost.details().get(1))
                .startsWith("atom.add.relaxed.gpu at k.ptx:")
                .endsWith("nothing keeps it from coming between the two, and there it is lost"));
  }

  /** A counter that one thread after the other updates. */
  private static final String LOCKED =
      """
      TAKE:
        atom.acquire.gpu.global.cas.b32 %r8, [%rd2], 0, 1;
        setp.ne.u32 %p3, %r8, 0;
        @%p3 bra TAKE;
      """
          + COUNT
          + "st.release.gpu.global.u32 [%rd2], 0;\n";

  @ParameterizedTest
  @ValueSource(
      strings = {
        // by one thread
        "@!%p1 bra END;\n" + COUNT + COUNT + COUNT,
        // atomically
        "red.global.add.u32 [%rd1], 1;\n",
      })
  void rightUpdatesAreNot(String body) {
    assertThat(firstThreads(8, body)).isEmpty();
  }

  @Test
  void behindALockNoneIsLost() {
    assertThat(firstThreads(8, LOCKED)).isEmpty();
    String toggles = LOCKED.replace("add.s32 %r6, %r6, 1", "xor.b32 %r6, %r6, 1");
    assertThat(firstThreads(8, toggles)).isEmpty();
    String revert = "xor.b32 %r6, %r6, 1;\nst.volatile.global.u32 [%rd1], %r6;\n";
    assertThat(firstThreads(8, toggles.replace("st.release", revert + "st.release"))).isEmpty();
  }

  @Test
  void turnsThatAreTakenByTheValueAreNot() {
    // Each CTA waits for its number and passes the turn on: *turn = *turn + 1.
    String body =
        """
        WAIT:
          ld.acquire.gpu.global.u32 %r6, [%rd1];
          setp.ne.u32 %p3, %r6, %r1;
          @%p3 bra WAIT;
          add.u32 %r6, %r6, 1;
          st.release.gpu.global.u32 [%rd1], %r6;
        """;
    assertThat(firstThreads(8, body)).isEmpty();
  }

  @Test
  void weakUpdatesAreRacesAndToldOnce() {
    assertThat(firstThreads(8, COUNT.replace(".volatile", "")))
        .isNotEmpty()
        .allSatisfy(race -> assertThat(race.rule()).startsWith("race"));
    assertThat(firstThreads(8, COUNT.replace("volatile", "relaxed.cta")))
        .isNotEmpty()
        .allSatisfy(race -> assertThat(race.rule()).isEqualTo("race-scope"));
    assertThat(firstThreads(8, COUNT.replace("ld.volatile", "ld.relaxed.cta")))
        .isNotEmpty()
        .allSatisfy(race -> assertThat(race.rule()).isEqualTo("race-scope"));
  }

  private static final String SHARED =
      """
      @%p2 st.volatile.shared.u32 [%r3], 0;
      bar.sync 0;
      """
          + COUNT.replace("global", "shared").replace("%rd1", "%r3");

  @Test
  void soIsSharedMemory() {
    assertThat(Kernels.check(2, 64, SHARED))
        .singleElement()
        .satisfies(lost -> {
          assertThat(lost.title()).isEqualTo("lost update on shared tile[0]");
          assertThat(lost.details().get(1)).endsWith("there it is lost");
          assertThat(lost.count()).isEqualTo(2 * 63);
        });
  }

  @Test
  void inSharedMemoryAnyWriteBetweenIsSeen() {
    String body =
        """
          setp.eq.u32 %%p3, %%r2, 32;
          @!%%p2 bra OTHER;
          ld.volatile.shared.u32 %%r6, [%%r3];
          nanosleep.u32 4000;
          add.s32 %%r6, %%r6, 1;
          st.volatile.shared.u32 [%%r3], %%r6;
          bra END;
        OTHER:
          @!%%p3 bra END;
          nanosleep.u32 1000;
          %s
        END:
        """;
    for (String write :
        List.of("st.volatile.shared.u32 [%r3], 7;", "red.relaxed.cta.shared.add.u32 [%r3], 1;")) {
      assertThat(Kernels.check(1, 64, body.formatted(write)))
          .as(write)
          .singleElement()
          .satisfies(lost -> assertThat(lost.rule()).isEqualTo("lost-update"));
    }
    assertThat(Kernels.check(1, 64, body.formatted("st.volatile.shared.u32 [%r3+4], 7;")))
        .isEmpty();
  }

  @Test
  void aStoreOfSomethingElseEndsNoUpdate() {
    // The second time around the same store writes what was not read.
    String body =
        """
          setp.eq.u32 %p3, %r2, 32;
          @!%p2 bra OTHER;
          mov.u32 %r10, 0;
          st.volatile.shared.u32 [%r3+4], 0;
        AGAIN:
          setp.eq.u32 %p4, %r10, 0;
          mov.u32 %r6, 5;
          @%p4 ld.volatile.shared.u32 %r6, [%r3];
          add.s32 %r6, %r6, 1;
          st.volatile.shared.u32 [%r3], %r6;
          st.volatile.shared.u32 [%r3+4], 1;
          nanosleep.u32 4000;
          add.u32 %r10, %r10, 1;
          setp.lt.u32 %p4, %r10, 2;
          @%p4 bra AGAIN;
          bra END;
        OTHER:
          @!%p3 bra END;
        WAIT:
          ld.volatile.shared.u32 %r6, [%r3+4];
          setp.eq.u32 %p4, %r6, 0;
          @%p4 bra WAIT;
          st.volatile.shared.u32 [%r3], 7;
        END:
        """;
    assertThat(Kernels.check(1, 64, body)).isEmpty();
  }

  @Test
  void whoMeetsOthersBetweenTheTwoKnowsWhatTheyDid() {
    String body =
        """
          ld.volatile.shared.u32 %r6, [%r3];
          bar.sync 0;
          @%p2 st.volatile.shared.u32 [%r3], 7;
          bar.sync 0;
          add.u32 %r6, %r6, 1;
          setp.eq.u32 %p3, %r2, 1;
          @%p3 st.volatile.shared.u32 [%r3], %r6;
        """;
    assertThat(Kernels.check(1, 64, body)).isEmpty();
  }

  @Test
  void aKernelWithoutUpdatesIsNotWatchedForThem() {
    Checker checker = Kernels.check("rsp-8cu", "gpu", 2, 32, "red.global.add.u32 [%rd1], 1;\n");
    assertThat(checker.findings()).isEmpty();
    assertThat(checker.unchecked()).isEmpty();
  }
}
