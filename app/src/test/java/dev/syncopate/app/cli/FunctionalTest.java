package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.syncopate.app.cli.console.ExitCode;
import dev.syncopate.study.json.JsonReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code --functional}: what is reported, what is checked, and what is refused. */
class FunctionalTest {
  @TempDir private Path folder;

  private static Shell.Result run(String... words) {
    List<String> line = new ArrayList<>(List.of(words));
    line.add("--functional");
    return Shell.run(line.toArray(String[]::new));
  }

  @Test
  void theSummaryCountsInstructionsAndNoCycles() {
    Shell.Result result = run("run", "vecadd", "--size", "small");
    assertThat(result.code()).isEqualTo(ExitCode.RIGHT);
    assertThat(result.out())
        .startsWith(
            "vecadd on titanv-80sm (80 compute units), functional: no cycles, no caches, one schedule"
                + " of its own\n  right: 16,384 of 16,384 elements of c equal to the last bit\n")
        .contains("11,264 warp instructions, 344,064 thread instructions, 64 CTAs in 1 launch\n")
        .doesNotContain("MHz")
        .doesNotContain("energy");
  }

  @Test
  void theDocumentSaysThatThereIsNoTime() throws Exception {
    Path json = folder.resolve("out.json");
    Shell.Result result = run("run", "vecadd", "--size", "small", "--json", json.toString());
    assertThat(result.err()).isEmpty();
    JsonNode document = JsonReader.read("out.json", Files.readString(json), JsonNode.class);
    assertThat(document.path("functional").asBoolean()).isTrue();
    assertThat(document.at("/instructions/warp").asLong()).isEqualTo(11_264);
    assertThat(document.at("/launches/0/instructions/warp").asLong()).isEqualTo(11_264);
    for (String member : List.of("cycles", "energy", "protocol", "model", "l1", "network")) {
      assertThat(document.has(member)).as(member).isFalse();
      assertThat(document.path("launches").get(0).has(member)).as(member).isFalse();
    }
  }

  @Test
  void aKernelFromAFileIsLaunchedAndCompared() {
    Shell.Result result =
        run(
            "launch",
            Checkout.kernels(),
            "--kernel=scale",
            "--grid=2",
            "--block=32",
            "--arg=u32[64]=iota",
            "--arg=u32=3",
            "--arg=u32=64",
            "--expect=0[63]=189");
    assertThat(result.err()).isEmpty();
    assertThat(result.code()).as(result.out()).isEqualTo(ExitCode.RIGHT);
    assertThat(result.out()).contains("functional: no cycles");
  }

  @Test
  void aRaceIsFoundInTheTiersOwnSchedule() {
    Shell.Result result =
        run("run", "spinmutex", "--size=small", "-o", "variant=unfenced", "--check=races");
    assertThat(result.code()).isEqualTo(ExitCode.WRONG);
    assertThat(result.out())
        .contains("data race on argument 0[32] in mutex_unfenced")
        .contains("checked for races: 8 findings");
  }

  @Test
  void aRunWithoutFindingsSaysWhoseScheduleItWas() {
    Shell.Result result = run("run", "spinmutex", "--size=small", "--check=all");
    assertThat(result.code()).as(result.out()).isEqualTo(ExitCode.RIGHT);
    assertThat(result.out())
        .contains("nothing found under 1 schedule; ")
        .contains(
            "\nthe schedule is the functional tier's own, one warp after the other on memory without"
                + " caches; a run without --functional has the machine's, and looks at others\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--protocol=gpu",
        "--model=hrf",
        "--lab=64",
        "--threads=2",
        "--max-cycles=5",
        "--perturb=2",
        "--perturb-seed=2",
        "--schedules=2",
        "--profile",
        "--links",
        "--heat-map=m.svg",
        "--interval=100",
        "--trace=t.json",
        "--litmus=tests",
        "--check=scopes"
      })
  void optionsThatNeedTimeAreRefused(String option) {
    Shell.Result result = run("run", "vecadd", "--size=small", option);
    assertThat(result.code()).isEqualTo(ExitCode.USAGE);
    String name = option.startsWith("--check") ? "--check scopes" : option.replaceFirst("=.*", "");
    assertThat(result.err())
        .isEqualTo(
            "error: --functional runs kernels without cycles, caches and protocol, and under one"
                + " schedule: found it with "
                + name
                + "; expected one of them\n");
  }
}
