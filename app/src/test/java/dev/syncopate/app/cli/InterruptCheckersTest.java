package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Ctrl-C ends what checks, too, with what it knows and what is missing. */
@DisabledOnOs(OS.WINDOWS)
class InterruptCheckersTest {
  @TempDir private Path folder;

  /** What a command printed that was interrupted when it first showed how far it was. */
  private static String interrupted(String... arguments) throws Exception {
    Process process = JavaProcess.start(arguments);
    try (BufferedReader err = process.errorReader(StandardCharsets.UTF_8)) {
      assertThat(err.read()).as("the progress line has begun").isEqualTo('\r');
      List<String> kill = List.of("kill", "-TERM", Long.toString(process.pid()));
      assertThat(new ProcessBuilder(kill).start().waitFor()).isZero();
      String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).as(out).isEqualTo(143);
      return out;
    } finally {
      process.destroyForcibly();
    }
  }

  /** Many threads that write one location: many states. */
  private String writers(int threads) throws IOException {
    return litmus(threads, List.of("st.relaxed.gpu x, %1$d"), "exists (x == 1)");
  }

  /** Many threads that write one location and read it: many outcomes. */
  private String readers(int threads) throws IOException {
    return litmus(
        threads,
        List.of("st.relaxed.gpu x, %1$d", "ld.relaxed.gpu r0, x"),
        IntStream.range(0, threads)
            .mapToObj("P%d:r0 == 1"::formatted)
            .collect(Collectors.joining(" /\\ ", "exists (", ")")));
  }

  private String litmus(int threads, List<String> code, String condition) throws IOException {
    List<String> rows = new ArrayList<>(List.of("PTX writers", "{ x=0; }"));
    List<String> cells = new ArrayList<>(List.of("P%1$d@cta %1$d,gpu 0"));
    cells.addAll(code);
    for (String cell : cells) {
      rows.add(
          IntStream.range(0, threads)
              .mapToObj(i -> cell.formatted(i))
              .collect(Collectors.joining(" | ", "", " ;")));
    }
    rows.add(condition);
    return Files.write(folder.resolve("writers.litmus"), rows).toString();
  }

  @Test
  void anExplorationSaysWhatItSawAndWritesItsDocument() throws Exception {
    Path json = folder.resolve("out.json");
    String out = interrupted("explore", writers(8), "MP-gpu", "CoRR", "--json", json.toString());
    assertThat(out)
        .contains(
            "writers under gpu, model hrf",
            "NOT ALL: stopped before the end",
            "Interrupted: 0 of 3 tests were explored wholly",
            "  not wholly: writers\n",
            "  not begun: MP-gpu, CoRR\n");
    assertThat(json)
        .content()
        .contains("\"interrupted\": true", "\"notBegun\": [", "\"complete\": false");
  }

  @Test
  void aMutantThatIsNotYetFoundIsNotMissed() throws Exception {
    Path csv = folder.resolve("mutants.csv");
    String out = interrupted("mutants", "--protocol", "brsp", writers(8), "--csv", csv.toString());
    assertThat(out)
        .containsPattern("brsp +no-flush +not finished\n")
        .containsPattern("brsp +answer-early +not begun\n")
        .contains("0 of 9 mutants are found, 1 not finished, 8 not begun")
        .doesNotContain("NOTHING");
    assertThat(csv).content().contains("brsp,no-flush,not finished,");
  }

  @Test
  void aModelSaysWhatIsAllowedSoFar() throws Exception {
    Path csv = folder.resolve("out.csv");
    String out = interrupted("model", readers(12), "--csv", csv.toString());
    assertThat(out)
        .contains(
            "ptx: not finished: interrupted\nptx, allowed so far:\n  0:r0=",
            "Interrupted: 0 of 1 tests were judged.");
    assertThat(csv).content().contains("not finished: interrupted");
  }

  @Test
  void whatWasVerifiedIsInTheTable() throws Exception {
    String out = interrupted("verify", "--protocol", "brsp", writers(8), "CoRR", "MP-gpu");
    assertThat(out)
        .containsPattern("brsp × hrf → hrf-rsp +1 +0 +0 +0 +0 +1 ")
        .contains("Interrupted: 1 of 6 tests were begun, 1 of these not finished.");
  }

  @Test
  void whatWasCountedIsShown() throws Exception {
    assertThat(interrupted("coverage", "--protocol", "gpu", "--bound", "1000000"))
        .contains("Interrupted: not counted for gpu × ");
  }

  @Test
  void theDemoSaysWhatItHasNotSimulated() throws Exception {
    assertThat(interrupted("demo", "--to", folder.toString()))
        .containsPattern("Interrupted: \\d+ of 24 runs were made; there is no picture")
        .contains("\n  titanv-80sm, relaxed, binned, cta scope, drfrlx\n");
  }

  /** It has no progress line: lines come as they are measured. */
  @Test
  void theBenchmarkSaysWhatIsMissing() throws Exception {
    Process process = JavaProcess.start("bench", "--size", "small", "--rounds", "1000");
    try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
      assertThat(out.readLine()).contains("cold");
      assertThat(out.readLine()).startsWith("workload");
      List<String> kill = List.of("kill", "-TERM", Long.toString(process.pid()));
      assertThat(new ProcessBuilder(kill).start().waitFor()).isZero();
      assertThat(out.lines().toList().getLast())
          .isEqualTo(
              "Interrupted: not measured: vecadd, histogram, pagerank-push, launches from files,"
                  + " small launches, explore MP-gpu, explore lock-remote, explore IRIW-acquire, explore"
                  + " co-four-threads, judge the library");
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isEqualTo(143);
    } finally {
      process.destroyForcibly();
    }
  }
}
