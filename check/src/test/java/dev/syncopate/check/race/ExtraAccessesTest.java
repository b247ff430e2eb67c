package dev.syncopate.check.race;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.check.Checker;
import org.junit.jupiter.api.Test;

/** Words that more warps have read than are kept. */
class ExtraAccessesTest {
  /** The last CTA's last thread writes late, behind no other thread. */
  private static final String LATE_WRITER =
      """
        mov.u32 %r8, %nctaid.x;
        sub.u32 %r8, %r8, 1;
        setp.eq.u32 %p3, %r1, %r8;
        setp.eq.and.u32 %p3, %r2, 1023, %p3;
        @%p3 nanosleep.u32 100000;
        @%p3 st.global.u32 [%rd1], %r2;
      """;

  @Test
  void oneThatTooManyHaveReadIsComparedWithTheLastAndThatIsSaid() {
    int ctas = 70; // of 32 warps: more than 2,048
    Checker checker =
        Kernels.check("rsp-8cu", "gpu", ctas, 1024, "  ld.global.u32 %r6, [%rd1];\n" + LATE_WRITER);
    assertThat(checker.findings())
        .singleElement()
        .satisfies(race -> {
          assertThat(race.title()).isEqualTo("data race on argument 0[0]");
          // Those before the list grew too long count for half of it.
          assertThat(race.count()).isEqualTo(ctas * 32 - 2048 / 2);
        });
    assertThat(checker.unchecked())
        .containsExactly(
            "k: 1 writes to words that more threads had read than are kept; they were compared with"
                + " the last of these");
  }

  @Test
  void readersThatLaterOnesStandForAreDroppedFirstAndNothingIsForgotten() {
    String rounds =
        """
          mov.u32 %r9, 0;
        AGAIN:
          ld.global.u32 %r6, [%rd1];
          bar.sync 0;
          add.u32 %r9, %r9, 1;
          setp.lt.u32 %p4, %r9, 70;
          @%p4 bra AGAIN;
        """;
    Checker checker = Kernels.check("rsp-8cu", "gpu", 2, 1024, rounds + LATE_WRITER);
    assertThat(checker.findings())
        .singleElement()
        .satisfies(race -> assertThat(race.title()).isEqualTo("data race on argument 0[0]"));
    assertThat(checker.unchecked()).isEmpty();
  }
}
