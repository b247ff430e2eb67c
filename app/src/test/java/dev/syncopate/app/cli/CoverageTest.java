package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code coverage} as typed. */
class CoverageTest {
  /**
   * Of a protocol without promotion, of one with it, and of one whose words have owners; the
   * numbers on the page are of longer explorations, of all hardware.
   */
  @ParameterizedTest
  @CsvSource({"gpu, drf0, .* 21 +104", "srsp-opt, hrf, .* 11 +188", "denovo, drf0, .* 13 +72"})
  void everyListedPairHappensOrIsKnownNotTo(String protocol, String model, String row) {
    Shell.Result result =
        Shell.run("coverage", "--summary", "--bound=100", "--protocol", protocol, "--model", model);
    assertThat(result.code()).as("%s", result).isZero();
    assertThat(result.out()).containsPattern("\n" + protocol + " × " + model + " " + row + "\n");
  }

  @Test
  void aPairThatNeverHappenedWithoutAReasonIsAFailure(@TempDir Path folder) throws IOException {
    Path csv = folder.resolve("pairs.csv");
    Shell.Result result =
        Shell.run(
            ("coverage --protocol gpu --model drf0 --bound 1 --operations 1 --csv " + csv)
                .split(" "));
    assertThat(result.code()).isEqualTo(1);
    assertThat(result.out())
        .containsPattern("gpu × drf0 +library, tiny +library, roomy +corner tests +stress\n")
        .containsPattern("\nL1 CLEAN ATOMIC +0 +0 +0 +0\n")
        .contains("gpu × drf0: L1 DIRTY LOAD_HIT never happened, and no reason is known\n")
        .doesNotContain("gpu × drf0: L1 CLEAN ATOMIC never happened");
    assertThat(Files.readString(csv))
        .startsWith(
            "protocol,model,place,state,event,library-tiny,library-roomy,corner-tests,stress,why\n")
        .contains("\ngpu,drf0,L1,CLEAN,ATOMIC,0,0,0,0,an atomic of any scope is performed where")
        .containsPattern("\ngpu,drf0,L1,INVALID,STORE,\\d+,\\d+,\\d+,\\d+,\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--bound 0 | --bound must be at least 1, found 0",
        "--operations 0 | --operations must be at least 1, found 0",
        "--protocol srps | there is no protocol named srps; known are gpu, brsp, srsp, srsp-opt,"
            + " denovo, hlrc, phi",
        "--protocol brsp --model drf0 | no memory model binds protocol brsp under drf0; bound are"
            + " gpu × drf0, gpu × drfrlx, gpu × hrf, brsp × hrf, srsp × hrf, srsp-opt × hrf,"
            + " denovo × drf0, denovo × drfrlx, denovo × hrf, hlrc × drf0, hlrc × drfrlx, hlrc ×"
            + " hrf, phi × hrf, phi × drf0",
        "--csv / | --csv: / is a folder",
      })
  void whatCannotBeIsRefused(String options, String message) {
    Shell.Result result = Shell.run(("coverage " + options).split(" "));
    assertThat(result.code()).isEqualTo(2);
    assertThat(result.err()).startsWith("error: " + message);
    assertThat(result.out()).isEmpty();
  }
}
