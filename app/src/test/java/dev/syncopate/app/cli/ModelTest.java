package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.app.cli.console.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code model} prints, writes and refuses. */
class ModelTest {
  private static final String REACHED =
      "PTX one {}\nP0@cta 0,gpu 0;\nst.weak x, 1;\nexists x = 1\n";

  @TempDir private Path folder;

  private String file(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text).toString();
  }

  @Test
  void oneTestGivesItsOutcomesUnderEachModelAndAnExecutionOfEach() {
    Shell.Result result =
        Shell.run("model", "MP-cta-apart", "--model", "ptx", "--model", "drf0", "--model=hrf-rsp");
    assertThat(result.code()).isZero();
    assertThat(result.out())
        .isEqualTo(
            """
            MP-cta-apart: exists (P1:r0 == 1 /\\ P1:r1 == 0)

                             ptx  drf0  hrf-rsp
            1:r0=0 1:r1=0    yes  yes   yes
            1:r0=1 1:r1=0 *  yes  -     yes
            1:r0=1 1:r1=1    yes  yes   yes
            verdict          yes  no    yes
            race             -    -     yes
            * meets the condition

            1:r0=0 1:r1=0, by ptx:
              P0  a: W.weak x=1   b: W.release.cta y=1
              P1  c: R.acquire.cta y=0
                  rf [y]→c   fr c→b

            1:r0=1 1:r1=0, by ptx:
              P0  a: W.weak x=1   b: W.release.cta y=1
              P1  c: R.acquire.cta y=1   d: R.weak x=0
                  rf [x]→d b→c   fr d→a

            1:r0=1 1:r1=1, by ptx:
              P0  a: W.weak x=1   b: W.release.cta y=1
              P1  c: R.acquire.cta y=1   d: R.weak x=1
                  rf a→d b→c

            race, by hrf-rsp:
              P0  a: W.weak x=1   b: W.release.cta y=1
              P1  c: R.acquire.cta y=1   d: R.weak x=0
                  rf [x]→d b→c   fr d→a
            """);
  }

  @Test
  void aFolderGivesATableAndCsv() throws IOException {
    file("suite/a.litmus", REACHED);
    file("suite/deep/b.litmus", REACHED.replace("exists", "~exists"));
    file("suite/c.litmus", REACHED.replace("exists", "filter x = 2 exists"));
    file("suite/d.litmus", "PTX d {} P0@cta 0,gpu 0; fence.proxy.video; exists x = 1");
    file("suite/readme.txt", "no test");
    Path csv = folder.resolve("out.csv");
    Shell.Result result =
        Shell.run("model", folder.resolve("suite").toString(), "--csv", csv.toString());
    String prefix = folder.resolve("suite") + "/";
    assertThat(result.out().lines().map(line -> line.replace(prefix, "").replaceAll(" +", " ")))
        .containsExactly(
            "test ptx",
            "a.litmus yes",
            "c.litmus ?",
            "d.litmus not read",
            "deep/b.litmus fails",
            "",
            "c.litmus, by ptx: the filter excludes every outcome",
            "d.litmus:1:38: found `video`, expected `alias`, `async`, `tensormap`, `generic`,"
                + " `surface`, `texture` or `constant`",
            " PTX d {} P0@cta 0,gpu 0; fence.proxy.video; exists x = 1",
            " ^");
    assertThat(result.code()).isEqualTo(ExitCode.USAGE);
    assertThat(Files.readString(csv).replace(prefix, "").lines())
        .startsWith(
            "test,model,verdict,outcomes,flags,bounded,problem",
            "a.litmus,ptx,1,1,,0,",
            "c.litmus,ptx,,,,,the filter excludes every outcome")
        .contains("deep/b.litmus,ptx,0,1,,0,");
  }

  @Test
  void aFileThatCannotBeReadNeverStopsTheOthers() throws IOException {
    String good = file("suite/a.litmus", REACHED);
    Path latin = folder.resolve("suite/b.litmus");
    Files.write(latin, new byte[] {'P', 'T', 'X', (byte) 0xe9, '\n'});
    Shell.Result ofFolder = Shell.run("model", folder.resolve("suite").toString());
    assertThat(ofFolder.code()).isEqualTo(ExitCode.USAGE);
    assertThat(ofFolder.out())
        .containsPattern("a.litmus +yes\n.*b.litmus +not read\n")
        .contains("b.litmus");
    Shell.Result ofFiles = Shell.run("model", latin.toString(), good);
    assertThat(ofFiles.code()).isEqualTo(ExitCode.USAGE);
    assertThat(ofFiles.out()).containsPattern("b.litmus +not read\n.*a.litmus +yes\n");
  }

  @Test
  void aRacyTestIsNotTakenForOneWithoutARace() throws IOException {
    file(
        "suite/a.litmus",
        "PTX a {x=0;} P0@cta 0,gpu 0 | P1@cta 1,gpu 0; st.weak x,1 | ld.weak r0,x; exists 1:r0=2");
    String suite = folder.resolve("suite").toString();
    assertThat(Shell.run("model", suite, suite, "--model", "hrf-rsp").out())
        .containsPattern("a.litmus +no \\(racy\\)\n");
    assertThat(Shell.run("model", suite, suite, "--model", "opencl").out())
        .containsPattern("a.litmus +no \\(undefined: data_race\\)\n");
  }

  @Test
  void aPageShowsModelsExecutionsAndHardware() throws IOException {
    Path page = folder.resolve("page.html");
    Shell.Result result =
        Shell.run(
            "model",
            "SB-fence-sc-cta-apart",
            "--model",
            "ptx",
            "--model",
            "sc",
            "--page",
            page.toString());
    assertThat(result.code()).isEqualTo(ExitCode.RIGHT);
    assertThat(Files.readString(page))
        .contains("<h1>SB-fence-sc-cta-apart</h1>", "fence.sc.cta")
        .contains("<tr><td>ptx</td><td>yes</td><td></td></tr>")
        .contains("<tr><td>sc</td><td>no</td><td>sc</td></tr>")
        .contains("Refused by sc: sc", "breaks sc: a --po--&gt; c --fr--&gt; d", "<svg xmlns")
        .containsPattern("<tr><td>gpu</td><td>hrf</td><td>(not )?observed</td><td>[0-9,]+</td>");
    assertThat(Shell.run("model", "MP-gpu", "MP-weak", "--page", page.toString()).err())
        .contains("--page shows one test, found 2");
  }

  /** Twelve threads write one location, in 479,001,600 orders. */
  private String writers(String name) throws IOException {
    StringBuilder threads = new StringBuilder("P0@cta 0,gpu 0");
    StringBuilder writes = new StringBuilder("st.relaxed.gpu x, 1");
    StringBuilder reads = new StringBuilder("ld.relaxed.gpu r0, x");
    StringBuilder condition = new StringBuilder("P0:r0 == 1");
    for (int i = 1; i < 12; i++) {
      threads.append(" | P%1$d@cta %1$d,gpu 0".formatted(i));
      writes.append(" | st.relaxed.gpu x, ").append(i + 1);
      reads.append(" | ld.relaxed.gpu r0, x");
      condition.append(" /\\ P%d:r0 == 1".formatted(i));
    }
    return file(
        name,
        "PTX ww\n{ x=0; }\n%s ;\n%s ;\n%s ;\nexists (%s)\n"
            .formatted(threads, writes, reads, condition));
  }

  @Test
  void aTestThatTakesTooLongLeavesTheOthersTheirVerdicts() throws IOException {
    file("suite/a.litmus", REACHED);
    String writers = writers("suite/b.litmus");
    file("suite/c.litmus", REACHED);
    String suite = folder.resolve("suite").toString();
    Shell.Result result = Shell.run("model", suite, "--timeout", "1");
    assertThat(result.code()).isEqualTo(ExitCode.MAX_CYCLES);
    assertThat(result.out())
        .containsPattern("a.litmus +yes\n.*b.litmus +\\?\n.*c.litmus +yes\n")
        .contains("b.litmus, by ptx: not finished: it takes more than 1 s");
    Shell.Result single = Shell.run("model", writers, "--timeout", "1");
    assertThat(single.code()).isEqualTo(ExitCode.MAX_CYCLES);
    assertThat(single.out())
        .contains("ptx: not finished: it takes more than 1 s\nptx, allowed so far:\n  0:r0=");
  }

  @Test
  void verdictsAreComparedWithStoredOnes() throws IOException {
    String test = file("a.litmus", REACHED);
    String right = file("right.csv", "a.litmus,1\n");
    String wrong = file("wrong.csv", "a.litmus,0\n");
    Shell.Result compared = Shell.run("model", test, "--expect", right, "--witness", "none");
    assertThat(compared.out()).endsWith("1 verdicts compared, 0 differ; 0 tests not compared\n");
    assertThat(compared.code()).isZero();
    Shell.Result differs = Shell.run("model", test, "--expect", wrong);
    assertThat(differs.out()).contains("a.litmus: expected 0, found 1");
    assertThat(differs.code()).isEqualTo(ExitCode.WRONG);
  }

  @Test
  void theLibraryIsJudgedWhole() {
    Shell.Result result = Shell.run("model", "library", "--model", "sc");
    assertThat(result.code()).isZero();
    assertThat(result.out().lines().count()).isGreaterThan(60);
    assertThat(Shell.run("model", "--list").out())
        .contains("\n  hrf-rsp ", "\n  promote-then-local\n");
  }

  @Test
  void aModelMayBeTheUsers() throws IOException {
    String test = file("a.litmus", REACHED);
    String cat = file("mine.cat", "\"Mine\"\ninclude \"base.cat\"\n~empty co as some\n");
    file("base.cat", "acyclic po | rf | co | fr as order\n");
    assertThat(Shell.run("model", test, "--model", cat).out()).containsPattern("verdict +yes");
    String broken = file("broken.cat", "\"Broken\"\nacyclic po |\n");
    Shell.Result refused = Shell.run("model", test, "--model", broken);
    assertThat(refused.err()).contains("broken.cat:3:1: ", "^");
    assertThat(refused.code()).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void whatIsNoUtf8IsRefusedAtItsPlace() throws IOException {
    byte[] latin = {'a', ',', (byte) 0xe9, '\n'};
    String file = Files.write(folder.resolve("latin.csv"), latin).toString();
    assertThat(Shell.run("model", "CoRR", "--expect", file).err())
        .contains("--expect: " + file + ":1:3: found byte 0xe9, number 3 of the file");
    String cat = Files.write(folder.resolve("latin.cat"), latin).toString();
    assertThat(Shell.run("model", "CoRR", "--model", cat).err())
        .contains("--model: " + cat + ":1:3: found byte 0xe9");
    String test = Files.write(folder.resolve("latin.litmus"), latin).toString();
    assertThat(Shell.run("model", test).err()).contains(test + ":1:3: found byte 0xe9");
    String base = Files.write(folder.resolve("base.cat"), latin).toString();
    String includes = file("mine.cat", "include \"base.cat\" acyclic po");
    assertThat(Shell.run("model", "CoRR", "--model", includes).err())
        .contains("--model: " + base + ":1:3: found byte 0xe9");
  }

  @Test
  void executionsAreDrawn() throws IOException {
    Path drawings = folder.resolve("drawings");
    Shell.Result result = Shell.run("model", "CoWW", "--draw", drawings.toString());
    assertThat(result.out()).endsWith("1 executions drawn in " + drawings + "\n");
    try (Stream<Path> files = Files.list(drawings)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("CoWW-ptx-1.svg", "CoWW-ptx-1.dot");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "model | name a test, a folder of tests, or 'library'",
        "model MP-nowhere | there is no file, folder or test of the library named MP-nowhere",
        "model MP-gpu --model tso | --model: no model `tso`; there are sc, drf0,",
        "model MP-gpu --model none.cat | --model: there is no file none.cat",
        "model MP-gpu --timeout 0 | --timeout takes seconds from 1, not 0",
        "model MP-gpu --bound 0 | --bound: found 0, expected at least 1",
        "model MP-gpu --expect none.csv | --expect: there is no file none.csv",
        "model MP-gpu --model sc --model ptx --expect x | --expect compares one model, found 2",
        "model MP-gpu --csv nowhere/x.csv | --csv: there is no folder",
        "model MP-gpu --witness some | expected one of [ALL, ASKED, NONE]",
      })
  void whatCannotBeUsedIsRefused(String line, String message) {
    Shell.Result result = Shell.run(line.split(" "));
    assertThat(result.err()).contains(message);
    assertThat(result.code()).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void whatIsNoTestIsRefusedAtItsPlace() throws IOException {
    String file = file("t.litmus", "PTX t {}\nP0@cta 0,gpu 0;\nld.week r0, x;\nexists x = 1\n");
    Shell.Result result = Shell.run("model", file);
    assertThat(result.err()).contains("t.litmus:3:4: found `week`, expected `.weak`", "   ^");
    assertThat(result.code()).isEqualTo(ExitCode.USAGE);
    Shell.Result empty = Shell.run("model", folder.toString() + "/", "--model", "sc");
    assertThat(empty.code()).isEqualTo(ExitCode.USAGE);
    Files.createDirectory(folder.resolve("empty"));
    assertThat(Shell.run("model", folder.resolve("empty").toString()).err())
        .contains("has no file that ends in .litmus");
  }

  @Test
  void aTestInOpenClIsJudgedByItsModelAndRefusedByTheMachine() throws IOException {
    String file =
        file(
            "flag.litmus",
            """
            OpenCL flag
            { [x]=0; }
            P0@wg 0, dev 0 (global int* x) { *x = 1; }
            P1@wg 1, dev 0 (global int* x) { int r0 = *x; }
            exists (1:r0=1)
            """);
    Shell.Result result = Shell.run("model", file);
    assertThat(result.code()).isZero();
    assertThat(result.out())
        .isEqualTo(
            """
            flag: exists P1:r0 == 1

                       opencl
            1:r0=0     yes
            verdict    no
            data_race  yes

            1:r0=0, by opencl:
              P0  a: W x=1
              P1  b: R x=0
                  rf [x]→b   fr b→a

            data_race, by opencl:
              P0  a: W x=1
              P1  b: R x=0
                  rf [x]→b   fr b→a
            """);
    Shell.Result explored = Shell.run("explore", file);
    assertThat(explored.code()).isEqualTo(ExitCode.USAGE);
    assertThat(explored.out() + explored.err())
        .contains("a test in OpenCL C, which `model` alone judges");
  }
}
