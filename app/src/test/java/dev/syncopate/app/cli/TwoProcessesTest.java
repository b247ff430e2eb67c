package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing of a process may show in a result: not its compiler, its threads or its hash codes. */
class TwoProcessesTest {
  private static final List<String> PLAIN = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  /** Identity hash codes count up from 1 in place of being random. */
  private static final List<String> OTHER =
      List.of(
          "-XX:+UseParallelGC", "-XX:+UnlockExperimentalVMOptions", "-XX:hashCode=3", "-Xmn32m");

  @ParameterizedTest
  @ValueSource(strings = {"pagerank-push", "spinmutex"})
  void everyStatisticIsTheSameInTwoProcesses(String workload) throws Exception {
    String once = result(PLAIN, workload, 1);
    assertThat(once).contains("\"verified\": true", "\"ending\": \"done\"", "\"dram\": {");
    assertThat(result(OTHER, workload, 2)).isEqualTo(once);
  }

  /** The JSON document without the lines about the process. */
  private static String result(List<String> options, String workload, int threads)
      throws IOException, InterruptedException {
    Process process =
        JavaProcess.start(
            options,
            "run",
            workload,
            "--size=small",
            "--gpu=srsp-16cu",
            "--threads=" + threads,
            "--quiet",
            "--json=-");
    try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
      String json =
          out.lines()
              .filter(line -> !line.matches("  \"(\\w+Seconds|peakBytes|threads)\": .*"))
              .collect(Collectors.joining("\n"));
      assertThat(process.waitFor()).isZero();
      return json;
    } finally {
      process.destroyForcibly();
    }
  }
}
