package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.syncopate.app.cli.console.ExitCode;
import dev.syncopate.app.cuda.FatBinaries;
import dev.syncopate.app.cuda.Programs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code cuda --sample}: estimates of programs with many launches, and what is refused. */
class SampleTest {
  @TempDir static Path folder;
  private static String program = "";

  @BeforeAll
  static void build() throws IOException {
    program = Programs.host(folder, new FatBinaries().ptx(70, Programs.PTX).bytes()).toString();
  }

  private static Shell.Result cuda(String options, String... words) {
    List<String> line = new ArrayList<>(List.of("cuda", "--set", "core.units=16"));
    line.addAll(List.of(options.split(" ")));
    line.add("--");
    line.addAll(List.of(words));
    return Shell.run(line.toArray(String[]::new));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--functional",
        "--check=races",
        "--strict",
        "--profile",
        "--perturb=2",
        "--perturb-seed=2",
        "--schedules=2",
        "--links",
        "--heat-map=m.svg",
        "--interval=100",
        "--trace=t.json",
        "--litmus=tests"
      })
  void optionsThatNeedEveryLaunchAreRefused(String option) {
    Shell.Result result = cuda("--sample=auto " + option, program, "exit");
    assertThat(result.code()).isEqualTo(ExitCode.USAGE);
    assertThat(result.err())
        .isEqualTo(
            "error: --sample runs most launches without time and unobserved: found it with "
                + option.replaceFirst("=.*", "")
                + "; expected one of them (--functional --check checks all launches without time)\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-3", "some", "1.5"})
  void aRateIsANumberOfLaunches(String rate) {
    Shell.Result result = cuda("--sample=" + rate, program, "exit");
    assertThat(result.code()).isEqualTo(ExitCode.USAGE);
    assertThat(result.err())
        .isEqualTo(
            "error: --sample: found "
                + rate
                + "; expected off, auto, or a number of launches from 1 of which one is timed\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "3", "some"})
  void aSampleOfCtasIsANumberOfWaves(String waves) {
    Shell.Result result = cuda("--sample=auto --sample-ctas=" + waves, program, "exit");
    assertThat(result.code()).isEqualTo(ExitCode.USAGE);
    assertThat(result.err())
        .isEqualTo(
            "error: --sample-ctas: found "
                + waves
                + "; expected off, auto, or a number of waves of CTAs from 4\n");
  }

  @Test
  void aSampleOfCtasIsOfASampledProgram() {
    Shell.Result result = cuda("--sample-ctas=4", program, "exit");
    assertThat(result.code()).isEqualTo(ExitCode.USAGE);
    assertThat(result.err())
        .isEqualTo(
            "error: --sample-ctas chooses CTAs of the launches that --sample times: found it alone;"
                + " expected both\n");
  }

  @Test
  void aProgramWhoseLaunchesAreAllTimedHasNoError() {
    Shell.Result result = cuda("--sample=auto", program, "exit");
    assertThat(result.err())
        .contains(
            "kernel  launches  timed  CTAs  timed  cycles (estimate)  error   share  warp"
                + " instructions\n")
        .containsPattern("add +1 +1 +2 +2 +[\\d,]+ +- +100.0% +28\n")
        .contains(" cycles +/- 0.0%, an estimate (");
    assertThat(cuda("--sample=off", program, "exit").err()).doesNotContain("estimate");
  }

  private static String iterations() {
    Programs.needs("nvcc");
    Path source = Checkout.launcher().resolveSibling("examples/sampling/iterations.cu");
    String binary = folder.resolve("iterations").toString();
    Programs.command(
        List.of(
            "nvcc", "-gencode=arch=compute_80,code=compute_80", "-o", binary, source.toString()));
    return binary;
  }

  /** The machine holds an eighth of the CTAs of a launch. */
  @Test
  void someCtasOfLargeLaunchesTellTheTimeOfTheWhole() throws IOException {
    String machine = " --set l2.banks=16 --set l2.size=960KiB --set dram.channels=8";
    String[] command = {iterations(), "jacobi", "512", "12"};
    JsonNode timed = document("--sample=off" + machine, command);
    JsonNode sample = document("--sample=4 --sample-ctas=4" + machine, command);
    JsonNode wholeSample = document("--sample=4" + machine, command);
    assertThat(sample.get("outputDigest")).isEqualTo(timed.get("outputDigest"));
    double cycles = timed.get("cycles").asDouble();
    assertThat(sample.get("cycles").asDouble()).isCloseTo(cycles, within(cycles / 10));
    JsonNode sampled = sample.get("sampled");
    JsonNode sampledWhole = wholeSample.get("sampled");
    assertThat(sampled.get("timed")).isEqualTo(sampledWhole.get("timed"));
    assertThat(sampled.get("ctas")).isEqualTo(sampledWhole.get("ctas"));
    assertThat(sampled.get("timedCtas").asLong())
        .isLessThan(sampledWhole.get("timedCtas").asLong() * 3 / 4);
    assertThat(sampled.get("error").asDouble())
        .isGreaterThan(Math.abs(sample.get("cycles").asDouble() - cycles));
    long timedCtas = 0;
    for (JsonNode launch : sample.get("launches")) {
      timedCtas += launch.get("timedCtas").asLong();
    }
    assertThat(sampled.get("timedCtas").asLong()).isEqualTo(timedCtas);
  }

  /** Each launch writes more lines than the L2 holds, which evicts dirty ones. */
  @Test
  void launchesThatFillTheL2WithDirtyLinesAreEstimated() throws IOException {
    String machine = " --set l2.banks=16 --set l2.size=192KiB --set dram.channels=8";
    String entries = " --set l2.sfifoEntries=96"; // as many as a bank has lines
    String[] command = {iterations(), "transpose", "256", "30"};
    JsonNode timed = document("--sample=off" + machine + entries, command);
    JsonNode sample = document("--sample=10" + machine + entries, command);
    assertThat(sample.get("outputDigest")).isEqualTo(timed.get("outputDigest"));
    double cycles = timed.get("cycles").asDouble();
    assertThat(sample.get("cycles").asDouble()).isCloseTo(cycles, within(cycles / 20));
  }

  /** Stencils, sorting, levels of a search, two kernels in turn, a filter: with answers. */
  @Test
  void estimatesOfAHundredLaunchesAreNearAndResultsTheSame() throws IOException {
    String binary = iterations();
    for (String work :
        List.of("jacobi 64 100", "sort 4096", "bfs 20", "scatter 2048 50", "filter 4096 100")) {
      List<String> words = new ArrayList<>(List.of(binary));
      words.addAll(List.of(work.split(" ")));
      String[] command = words.toArray(String[]::new);
      JsonNode timed = document("--sample=off", command);
      JsonNode sample = document("--sample=10", command);
      assertThat(sample.get("outputDigest")).as(work).isEqualTo(timed.get("outputDigest"));
      assertThat(sample.get("exitStatus").asInt()).as(work).isZero();
      double cycles = timed.get("cycles").asDouble();
      assertThat(sample.get("cycles").asDouble()).as(work).isCloseTo(cycles, within(cycles / 20));
      JsonNode sampled = sample.get("sampled");
      assertThat(sampled.get("cycles")).isEqualTo(sample.get("cycles"));
      assertThat(sampled.get("launches").asInt()).as(work).isEqualTo(timed.get("launches").size());
      assertThat(sampled.get("timed").asInt()).isLessThan(timed.get("launches").size() / 2);
      assertThat(sampled.get("errorPercent").asDouble()).as(work).isBetween(0.0, 8.0);
      int estimated = 0;
      for (JsonNode launch : sample.get("launches")) {
        estimated += launch.get("estimated").asBoolean() ? 1 : 0;
      }
      assertThat(estimated)
          .isEqualTo(sampled.get("launches").asInt() - sampled.get("timed").asInt());
      assertThat(timed.has("sampled")).isFalse();
      assertThat(timed.get("launches").get(0).has("estimated")).isFalse();
    }
  }

  private static JsonNode document(String option, String... words) throws IOException {
    Shell.Result result = cuda(option + " --json -", words);
    assertThat(result.code()).as(result.err()).isEqualTo(ExitCode.RIGHT);
    return new ObjectMapper().readTree(result.out());
  }
}
