package dev.syncopate.study.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TextReportTest {
  /** Where one thing is otherwise, a claim says what changes its verdict, and only that. */
  @Test
  void aClaimThatIsJudgedTwiceSaysWhatDiffers() {
    String text = TextReport.of(TestFindings.judgedTwice(), Integer.MAX_VALUE);
    assertThat(text)
        .contains("came out here: as it is: 1 partly, 1 not held; links: 1 held, 1 not held\n")
        .contains("; held: if so\n      links: held, measured 1.24×\n")
        .doesNotContain("links: not held");
  }

  @Test
  void aStudyIsReadableInATerminal() {
    assertThat(TextReport.of(TestFindings.findings(), Integer.MAX_VALUE))
        .isEqualTo(
            """
            A tiny study

              Made up.

            Speed-up
              Higher is better.

                               scope-only          sRSP
              -----------------------------------------
              A.1             1.25× (1.2)             -
              B.1                   0.50×         12.0×
              -----------------------------------------
              geometric mean        0.79×  12.0× (1.25)

            Times
              Box plot.

                             minimum   25%  median   75%  maximum  max/median  samples
              ------------------------------------------------------------------------
              A.1  baseline     0.00  0.50    1.00  1.50     4.00        4.00       16
                   sRSP         0.50  0.75    1.00  1.25     1.50        1.50       16

            Scaling
              By size.

              compute units   sRSP
              --------------------
              8              1.10×
              64                 -

            Panels
              By size.

                   compute units  baseline  sRSP
              ----------------------------------
              A.1  1                  1.00  0.50
                   2                  2.00  0.75
              B.1  1                  1.00  4.00

            Energy
              By part.

                                L1     L2    all
              ----------------------------------
              A.1  baseline  0.25×  0.75×  1.00×
                   sRSP      0.50×      -      -

            Links
              By link.

                               link               busy
              ----------------------------------------
              A.1 under <GD0>  router 1 to bank  50.0%
                               router 0 to east  25.0%
                               mean of all       25.0%
              B.1              router 0 to unit  12.5%
                               mean of all       12.5%

            Table </script> & "more"
              All.

                        n
              -----------
              a, b  1,000

            What the paper says, and what came out here: 1 partly, 1 not held

              partly       sRSP is fast (§5)
                  published 1.25×, measured 1.10×; held: if so
              not held     it is "always" so (§6)
                  published -, measured 0 of 3; all
            """);
  }

  @Test
  void numbersHaveTheDecimalsThatMatter() {
    assertThat(NumberText.text(1.0 / 3, "×")).isEqualTo("0.33×");
    assertThat(NumberText.text(12.34, "×")).isEqualTo("12.3×");
    assertThat(NumberText.text(12_345.6, "")).isEqualTo("12,346");
    assertThat(NumberText.text(0.25, "%")).isEqualTo("0.3%");
    assertThat(NumberText.text(Double.NaN, "%")).isEqualTo("-");
  }
}
