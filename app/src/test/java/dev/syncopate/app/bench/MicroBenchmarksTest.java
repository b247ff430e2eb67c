package dev.syncopate.app.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Times in the document of JMH. */
class MicroBenchmarksTest {
  private static String document(String unit, double score) {
    return """
    [{"benchmark": "dev.syncopate.benchmarks.KernelBenchmark.run",
      "params": {"threads": "1", "workload": "vecadd"},
      "primaryMetric": {"score": %s, "scoreUnit": "%s"}}]
    """
        .formatted(score, unit);
  }

  @Test
  void aTimeIsInSeconds() throws IOException {
    assertThat(MicroBenchmarks.scores("x.json", document("ms/op", 250)))
        .containsExactly(entry("KernelBenchmark.run threads=1 workload=vecadd", 0.25));
  }

  @Test
  void aRateBecomesATime() throws IOException {
    assertThat(MicroBenchmarks.scores("x.json", document("ops/us", 4)).values())
        .containsExactly(0.25e-6);
  }

  @Test
  void anythingElseIsRefused() {
    assertThatThrownBy(() -> MicroBenchmarks.scores("x.json", document("MB/sec", 4)))
        .isInstanceOf(IOException.class)
        .hasMessage("a micro-benchmark has the unit MB/sec, not a time");
  }
}
