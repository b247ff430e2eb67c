package dev.syncopate.check.race;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.check.report.Finding;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Checks tell writes of equal values apart. A read takes place while a second write is on its way,
 * sooner or later. Each kernel runs twice, and the second write stores another value or the value
 * of the first. The values decide nothing, so that both runs take the same cycles and must have the
 * same findings.
 */
class EqualValuesTest {
  private static final int FIRST_DELAY = 2900;
  private static final int LAST_DELAY = 3100;
  private static final int STEP = 10;

  /**
   * @param delay nanoseconds that the reader sleeps; the second write is issued at 3000
   */
  private static List<String> findings(String body, int delay, int value) {
    List<String> findings = new ArrayList<>();
    for (Finding finding : Kernels.check(3, 1, body.formatted(delay, value))) {
      findings.add(finding.rule() + ": " + finding.title() + ", " + finding.count());
    }
    return findings;
  }

  private static void valuesDoNotMatter(String body, int first, int second) {
    List<List<String>> findingsByDelay = new ArrayList<>();
    for (int delay = FIRST_DELAY; delay <= LAST_DELAY; delay += STEP) {
      List<String> findings = findings(body, delay, second);
      assertThat(findings(body, delay, first)).as("a delay of %d ns", delay).isEqualTo(findings);
      findingsByDelay.add(findings);
    }
    assertThat(findingsByDelay.getFirst())
        .as("the first and the last delay")
        .isNotEqualTo(findingsByDelay.getLast());
  }

  /** The data race only where the flag comes from the relaxed store. */
  @Test
  void aRelaxedStoreIsNotTakenForTheReleaseOfTheSameValue() {
    valuesDoNotMatter(
        """
          @%%p1 bra WRITE;
          setp.eq.u32 %%p3, %%r1, 1;
          @%%p3 bra READ;
          nanosleep.u32 3000;
          st.relaxed.gpu.global.u32 [%%rd2], %2$d;
          bra END;
        WRITE:
          st.global.u32 [%%rd1], 42;
          st.release.gpu.global.u32 [%%rd2], 1;
          bra END;
        READ:
          nanosleep.u32 %1$d;
          ld.acquire.gpu.global.u32 %%r6, [%%rd2];
          ld.global.u32 %%r7, [%%rd1];
          st.global.u32 [%%rd1+64], %%r7;
        END:
        """,
        1, 2);
  }

  /** The exchange is lost only where the update has read the store before it. */
  @Test
  void anExchangeIsNotTakenForTheStoreOfTheSameValue() {
    valuesDoNotMatter(
        """
          @%%p1 bra WRITE;
          setp.eq.u32 %%p3, %%r1, 1;
          @%%p3 bra UPDATE;
          nanosleep.u32 3000;
          atom.relaxed.gpu.global.exch.b32 %%r6, [%%rd2], %2$d;
          st.global.u32 [%%rd1+64], %%r6;
          bra END;
        WRITE:
          st.relaxed.gpu.global.u32 [%%rd2], 5;
          bra END;
        UPDATE:
          nanosleep.u32 %1$d;
          ld.relaxed.gpu.global.u32 %%r6, [%%rd2];
          add.u32 %%r6, %%r6, 1;
          nanosleep.u32 3000;
          st.relaxed.gpu.global.u32 [%%rd2], %%r6;
        END:
        """,
        5, 8);
  }
}
