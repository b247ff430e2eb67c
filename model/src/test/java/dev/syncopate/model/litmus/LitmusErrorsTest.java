package dev.syncopate.model.litmus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.syncopate.model.source.SourceException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Texts that are no tests are refused at the place of the error. */
class LitmusErrorsTest {

  private static SourceException refused(String text) {
    return catchThrowableOfType(SourceException.class, () -> LitmusTest.read("t.litmus", text));
  }

  @Test
  void theMessageShowsTheLineWithACaretBelowThePlace() {
    assertThat(refused(LitmusReaderTest.MESSAGE_PASSING.replace("acquire.gpu", "acquire.wave")))
        .hasMessage(
            """
            t.litmus:5:35: found `wave`, expected a scope (`cta`, `cluster`, `gpu`, `sys`) after `.acquire`
               st.weak x, 1        | ld.acquire.wave r1, y ;
                                                ^\
            """);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "ld.weak.gpu r1, x ! a weak access carries no scope",
        "ld.relaxed r1, x ! found `r1`, expected `.`",
        "ld.release.gpu r1, x ! found `release`, expected `.weak`, `.relaxed`, `.acquire`",
        "ld.remote.relaxed.gpu r1, x ! `.remote` goes with ld.acquire, st.release and atom",
        "red.remote.acq_rel.gpu.add x, 1 ! `.remote` goes with",
        "ld.weak 5, r1 ! found `5`, expected a register such as `r0`",
        "ld.volatile.sys r1, x ! found `.`, expected a register such as `r0`",
        "atom.remote.sc.gpu.add r1, x, 1 ! `.remote` goes with",
        "ld.weak v, x; st.weak v2, v; ld.weak r1, [v]; red.relaxed.gpu.add x, y | ! a row of more",
        "ld.weak r1, 5 ! found `5`, expected a location or a register that holds an address",
        "atom.relaxed.gpu.inc r1, x, 1 ! found `inc`, expected `add`",
        "atom.relaxed.gpu.cas r1, x, 1 ! found `;`, expected `,`",
        "st.weak x, 99999999999999999999 ! expected a number of 64 bits",
        "fence.proxy.asink ! found `asink`, expected `alias`, `async`, `tensormap`, `generic`, `surface`, `texture` or `constant`",
        "tld.weak x, 1 ! found `x`, expected a register such as `r0`",
        "sust.acquire.gpu x, 1 ! found `acquire`, expected `.weak`, `.relaxed`, `.release`",
        "fence.relaxed.gpu ! found `relaxed`, expected `.acq_rel`, `.sc` after `fence`",
        "bar.cta.wait 0 ! found `wait`, expected `sync` or `arrive`",
        "bar.cta.sync 1, 1, 0 ! found `0`, expected a count of 1 or more threads",
        "bar.cta.arrive 1, 1, -3 ! found `-3`, expected a count of 1 or more threads",
        "bar.cta.sync 1, 1, x ! found `x`, expected a count: a number or a register that holds one",
        "goto LC05 ! P0 has no label `LC05`",
        "LC01: LC01: ! P0 has the label `LC01` a second time",
        "st.weak x, 1 | st.weak x, 1 ! a row of more cells than there are threads (1)",
        "mov r1, 1 ! found `mov`, expected an instruction (ld, st,",
        "st.weak x, 1 $ ! a litmus test has no character `$`",
        "st.weak x, 1 st.weak x, 2 ! found `st`, expected `|` or `;`",
      })
  void anInstructionThatIsNoneIsRefused(String row, String problem) {
    SourceException refused = refused("PTX t\n{ x=0; }\nP0@cta 0,gpu 0;\n" + row + ";\nexists x=1");
    assertThat(refused).hasMessageContaining(problem);
    assertThat(refused.line()).isEqualTo(4);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      quoteCharacter = '"',
      value = {
        "AArch64 t {} ! t:1:1: `AArch64` is a dialect of litmus tests that is not read; expected `PTX`, `OpenCL`, `Vulkan` or `LISA`",
        "Pdp11 t {} ! t:1:1: found `Pdp11`, expected `PTX` and the test's name",
        "PTX t ! t:1:6: found the end of the file, expected `{` and initial values",
        "PTX t { x=0; x=1; } ! `x` is declared a second time",
        "PTX t { x=0; } P0@cta 0,gpu 0; ld.weak x, r1; ! found `x`, expected a register such as `r0`",
        "PTX t {} P0@cta 0,gpu 0 | P1@cta 0,gpu 0; ld.weak v, x | st.weak v, 1; exists 1=1 ! `v` is"
            + " a location here, and the register of an instruction elsewhere",
        "PTX t {} P0@cta 0,cluster 1,gpu 0 | P1@cta 0,gpu 0; | ; ! P0 and P1 are of one block, which",
        "PTX t { x @ async aliases y; } ! found `async`, expected `generic`, `surface`, `texture` or"
            + " `constant`",
        "PTX t { p aliases q; q aliases p; } ! `p` is another name of itself",
        "PTX t { r1=0; } ! found `r1`, expected a declaration such as `x=0`",
        "PTX t {} Q0@cta 0 ! found `Q0`, expected a thread such as `P0`",
        "PTX t {} P0@cta 0,gpu 0 | P0@cta 0,gpu 0; ! P0 is declared a second time",
        "PTX t {} P0@cpu | P1@cpu; ! P1 is a second thread on the CPU, which runs one",
        "PTX t {} P0@gpu 0; ! found `gpu`, expected `cta` or `cpu`",
        "PTX t {} P0@cpu; ld.acquire.gpu r0, x; ! found `gpu`, expected `sys`, the CPU's only scope",
        "PTX t { P7:r1=0; } P0@cta 0,gpu 0; exists 0=0 ! there is no thread P7",
        "PTX t {} P0@cta 0,gpu 0; exists P1:r1=0 ! there is no thread P1",
        "PTX t {} P0@cta 0,gpu 0; ! expected `exists`, `~exists` or `forall`",
        "PTX t {x=0} P0@cta 0,gpu 0; exists x[1]=0 ! `x` has one element, number 0",
        "PTX t {} P0@cta 0,gpu 0; exists x ! found the end of the file, expected a comparison",
        "PTX t {} P0@cta 0,gpu 0; exists x=1 y ! found `y`, expected the end of the file",
        "PTX t {} (* P0 ! found a comment that does not end, expected `*)`",
      })
  void whatStandsAroundTheInstructionsIsChecked(String text, String problem) {
    SourceException refused =
        catchThrowableOfType(SourceException.class, () -> LitmusTest.read("t", text));
    assertThat(refused).hasMessageContaining(problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "{ flag=0; } | st.weak flag, 1 | exists flga = 1 ! 4:8: the test has no location `flga`; is"
            + " `flag` meant?",
        "{ flag=0; } | st.weak flag, 1 | forall [flga] = 1 ! 4:9: the test has no location `flga`",
        "{ flag=0; } | st.weak flag, 1 | filter (flga = 1) exists 0 = 0 ! 4:9: the test has no",
        "{ flag=0; } | st.weak flag, 1 | exists flag = &flga ! 4:16: the test has no location",
        "{ flag=0; } | st.weak flag, 1 | locations [flga;] exists flag = 1 ! 4:12: the test has no",
        "{ flag=0; } | st.weak flag, 1 | locations [0:r1;] exists flag = 1 ! 4:14: P0 uses no"
            + " register `r1`",
        "{ flga=0; } | st.weak flag, 1 | exists flag = 1 ! 2:3: nothing uses the location `flga`; is"
            + " `flag` meant?",
        "{ flag=0; P0:r1=flga; } | st.weak r1, 1 | exists flag = 1 ! 2:17: nothing uses the location"
            + " `flga`; is `flag` meant?",
        "{ flag=0; P0:r2=flag; } | st.weak r1, 1 | exists flag = 1 ! 2:14: P0 uses no register `r2`;"
            + " is `r1` meant?",
        "{ } | ld.weak r0, x | exists P0:r1 = 1 ! 4:11: P0 uses no register `r1`; is `r0` meant?",
        "{ } | ld.weak r0, x | exists 0:r9 = 1 ! 4:10: P0 uses no register `r9`; is `r0` meant?",
        "{ } | ld.weak r0, x | exists P1:r0 = 1 ! 4:8: there is no thread P1; there are P0",
        "{ } | LC01: goto LC10 | exists 0 = 0 ! 3:12: P0 has no label `LC10`; is `LC01` meant?",
      })
  void aNameOfNothingIsRefusedWithTheOneThatMayBeMeant(String text, String problem) {
    String[] parts = text.split(" \\| ", 3);
    SourceException refused =
        refused("PTX t\n" + parts[0] + " P0@cta 0,gpu 0;\n" + parts[1] + ";\n" + parts[2]);
    assertThat(refused).hasMessageContaining("t.litmus:" + problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "{ x=0; y=0; z=0; P0:r7=0; } ! st.weak x, 1 ! exists x = 1",
        "{ x1=0; x2=0; } ! st.weak x1, 1 ! exists x1 = 1",
        "{ p @ generic aliases x; } ! st.weak p, 1 ! exists p = 1",
        "{ P0:r1=x; } ! st.weak r1, 1 ! exists x = 1",
        "{ P0:r1=5; } ! st.weak x, 1 ! exists P0:r1 = 5",
        "{ x=1; z=3; P0:r1=5; } ! st.weak x, 1 ! exists 0 = 0",
      })
  void whatIsThereForNothingOrUndeclaredIsNoError(String braces, String row, String question) {
    String text = "PTX t\n" + braces + " P0@cta 0,gpu 0;\n" + row + ";\n" + question;
    assertThat(LitmusTest.read("t", text).threads()).hasSize(1);
  }

  @Test
  void aConditionNestedTooDeepIsRefusedAndNotAnOverflow() {
    assertThat(refused("PTX t {} P0@cta 0,gpu 0; exists " + "(".repeat(100_000)))
        .hasMessageContaining("nested more than 200 deep");
    assertThat(refused("PTX t {} P0@cta 0,gpu 0; exists " + "~".repeat(100_000)))
        .hasMessageContaining("nested more than 200 deep");
  }

  @Test
  void damagedTestsAreReadOrRefusedAndNeverAnythingElse() {
    long seed = 20_261_121;
    Random random = new Random(seed);
    String spare = "{}()|;:,.@&~=!<>\\/r1LC00P0 xld.-0\n\0é";
    int refused = 0;
    for (int round = 0; round < 5000; round++) {
      StringBuilder text = new StringBuilder(LitmusReaderTest.MESSAGE_PASSING);
      for (int i = random.nextInt(1, 5); i > 0; i--) {
        int position = random.nextInt(text.length());
        switch (random.nextInt(3)) {
          case 0 -> text.deleteCharAt(position);
          case 1 -> text.insert(position, spare.charAt(random.nextInt(spare.length())));
          default -> text.setCharAt(position, spare.charAt(random.nextInt(spare.length())));
        }
      }
      try {
        assertThat(LitmusTest.read("t", text.toString()).threads()).isNotEmpty();
      } catch (SourceException e) {
        refused++;
        assertThat(e.getMessage()).as("seed %d round %d", seed, round).contains("^");
      } catch (RuntimeException e) {
        throw new AssertionError("seed " + seed + " round " + round + ":\n" + text, e);
      }
    }
    assertThat(refused).as("seed %d", seed).isBetween(1000, 4999);
  }
}
