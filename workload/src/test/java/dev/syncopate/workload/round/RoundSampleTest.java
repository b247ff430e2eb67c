package dev.syncopate.workload.round;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.syncopate.workload.input.InputGraph;
import dev.syncopate.workload.input.PaperInputs;
import dev.syncopate.workload.pannotia.Coloring;
import dev.syncopate.workload.pannotia.ShortestPaths;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.LaunchResult;
import dev.syncopate.workload.suite.ContextBuilder;
import dev.syncopate.workload.suite.Workload;
import dev.syncopate.workload.suite.WorkloadOutcome;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which rounds stand for all, and that they do: on small graphs both are run. */
class RoundSampleTest {
  private static List<Long> chosen(RoundSample sample, long last) {
    return LongStream.rangeClosed(1, last).filter(sample::has).boxed().toList();
  }

  @Test
  void withoutASampleEveryRoundIsSimulated() {
    RoundSample everything = RoundSample.every(0);
    assertThat(chosen(everything, 4)).containsExactly(1L, 2L, 3L, 4L);
    assertThat(everything.goesOn(1_000_000)).as("the device finds out").isTrue();
    RoundSample two = RoundSample.every(2);
    assertThat(two.goesOn(1)).isTrue();
    assertThat(two.goesOn(2)).isFalse();
  }

  @Test
  void ofEverySoManyRoundsTheMiddleOne() {
    assertThat(chosen(RoundSample.of(4, 44), 44)).containsExactly(6L, 17L, 28L, 39L);
    assertThat(chosen(RoundSample.of(8, 980), 980))
        .containsExactly(62L, 185L, 308L, 431L, 554L, 677L, 800L, 923L);
    assertThat(RoundSample.of(4, 44).stride()).isEqualTo(11);
  }

  @Test
  void aRunThatIsNotLongerThanTheSampleIsWhole() {
    assertThat(chosen(RoundSample.of(5, 5), 5)).containsExactly(1L, 2L, 3L, 4L, 5L);
    assertThat(RoundSample.of(5, 5).stride()).isEqualTo(1);
  }

  @Test
  void thereIsAlwaysOneRound() {
    for (long last = 1; last < 40; last++) {
      for (long sampleSize = 1; sampleSize < 40; sampleSize++) {
        assertThat(chosen(RoundSample.of(sampleSize, last), last))
            .as("%d of %d", sampleSize, last)
            .isNotEmpty()
            .hasSizeLessThanOrEqualTo((int) sampleSize);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"sssp, bay-like/200, 8", "color, dip-like/8, 8"})
  void aSampleGainsAboutWhatTheWholeRunGains(String name, String input, String sampleSize) {
    InputGraph graph = PaperInputs.open(input, null, 1);
    for (String scenario : List.of("scope-only", "steal-only")) {
      double fullGain =
          (double) cycles(name, graph, "baseline", "0") / cycles(name, graph, scenario, "0");
      double sampled =
          (double) cycles(name, graph, "baseline", sampleSize)
              / cycles(name, graph, scenario, sampleSize);
      assertThat(sampled).as("%s %s", name, scenario).isCloseTo(fullGain, withinPercentage(4));
    }
  }

  private static long cycles(String name, InputGraph graph, String scenario, String sample) {
    Workload workload =
        Objects.requireNonNull(
            Map.<String, Workload>of("sssp", new ShortestPaths(), "color", new Coloring())
                .get(name));
    Device device = Device.open("rsp-8cu", "gpu", "hrf");
    WorkloadOutcome outcome =
        workload.run(
            new ContextBuilder(workload)
                .input(graph)
                .option("kernels", "pannotia")
                .option("block", "64")
                .option("scenario", scenario)
                .option("sample", sample)
                .build(device));
    assertThat(outcome.verified()).as(outcome.message()).isTrue();
    return device.launches().stream().mapToLong(LaunchResult::cycles).sum();
  }
}
