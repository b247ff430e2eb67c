package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.app.cli.console.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code verify} as typed. */
class VerifyTest {
  @TempDir private Path folder;

  @Test
  void aTableSaysHowEachHardwareStandsToItsModel() throws IOException {
    Path csv = folder.resolve("rows.csv");
    Shell.Result result =
        Shell.run("verify", "--protocol", "gpu", "CoRR", "MP-cta-apart", "--csv", csv.toString());
    assertThat(result.code()).as("%s", result).isZero();
    assertThat(result.out())
        .containsPattern("hardware → model +tests +conforms +racy +FORBIDDEN +FAULTY")
        .containsPattern("gpu × hrf → ptx +2 +2 +0 +0 +0 +0 +0 ")
        .containsPattern("gpu × hrf → hrf-indirect-relaxed +2 +1 +1 +0 ");
    assertThat(csv)
        .content()
        .startsWith("protocol,hardware,model,test,standing,reason,states,seconds\n")
        .contains("gpu,hrf,hrf-indirect-relaxed,MP-cta-apart,racy,");
  }

  @Test
  void whatIsNotExploredWhollyIsNoPass() {
    Shell.Result result = Shell.run("verify", "--protocol", "brsp", "CoRR", "--bound", "5");
    assertThat(result.code()).isEqualTo(4);
    assertThat(result.out()).contains("brsp × hrf → hrf-rsp, CoRR: incomplete, stopped after");
  }

  @Test
  void whatVerifiesNothingIsNoPass() {
    for (String nothing : List.of("lock-remote", "promote-acquire-apart")) {
      Shell.Result result = Shell.run("verify", "--protocol", "gpu", nothing);
      assertThat(result.code()).as(nothing).isEqualTo(ExitCode.USAGE);
      assertThat(result.err()).contains("nothing was verified: each test is refused");
    }
  }

  @Test
  void whatCannotBeIsRefused() throws IOException {
    assertThat(Shell.run("verify", "--protocol", "mesi").err()).contains("mesi", "gpu, brsp");
    assertThat(Shell.run("verify", "--bound", "0").err())
        .contains("--bound must be at least 1, found 0");
    Path file = Files.writeString(folder.resolve("bad.litmus"), "PTX bad\n{ x=0; }\n P0 ;\n");
    Shell.Result bad = Shell.run("verify", file.toString());
    assertThat(bad.code()).isEqualTo(2);
    assertThat(bad.err()).contains("bad.litmus:3:");
  }

  @Test
  void severalThreadsFindTheSameAsOne() throws IOException {
    Path csv = folder.resolve("rows.csv");
    List<String> tables = new ArrayList<>();
    for (String threads : List.of("1", "3")) {
      Shell.Result result =
          Shell.run(
              "verify",
              "--protocol",
              "srsp",
              "--threads",
              threads,
              "--csv",
              csv.toString(),
              "IRIW-acquire",
              "lock-remote",
              "CoRR",
              "MP-cta-apart",
              "MP-gpu-two-gpus",
              "steal-pop");
      assertThat(result.code()).as("%s", result).isZero();
      // the last column of a row, and of the table the last but one, is a time
      String table = result.out().replaceAll(" +[0-9.]+ +([0-9]+)\n", " $1\n");
      tables.add(table + Files.readString(csv).replaceAll(",[0-9.]+\n", "\n"));
    }
    assertThat(tables.getFirst())
        .containsPattern("srsp,hrf,hrf-rsp,lock-remote,conforms,,[0-9]{4,}\n");
    assertThat(tables.getLast()).isEqualTo(tables.getFirst());
    assertThat(Shell.run("verify", "--threads", "-3").err())
        .contains("--threads takes a number from 1 to 1024, not -3");
  }
}
