package dev.syncopate.app.cli.check;

import dev.syncopate.app.cli.console.UserErrorException;
import dev.syncopate.app.litmus.TestFile;
import dev.syncopate.model.litmus.BarrierReading;
import dev.syncopate.model.litmus.LitmusTest;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** Reading of barrier counts that the author of the tests intended. */
final class BarriersOption {
  @Option(
      names = "--barriers",
      paramLabel = "READING",
      description =
          "What a barrier and its third operand mean. manual: so many arrivals complete it, as the"
              + " PTX manual says; quorum-is-minimum: at least so many threads meet; opens-for-good:"
              + " so many arrivals open it, and it stays open; threads-pass: no thread waits, and"
              + " those that come synchronise (model only). Default: manual")
  private String barriers = BarrierReading.MANUAL.text();

  /** Tests that the user named, as their author reads barriers. */
  List<TestFile> files(List<TestFile> files) {
    BarrierReading reading = reading();
    return files.stream().map(file -> file.withBarriers(reading)).toList();
  }

  /** Tests that the user named, as their author reads barriers. */
  List<LitmusTest> tests(List<LitmusTest> tests) {
    BarrierReading reading = reading();
    return tests.stream().map(test -> test.withBarriers(reading)).toList();
  }

  private BarrierReading reading() {
    return Arrays.stream(BarrierReading.values())
        .filter(reading -> reading.text().equals(barriers))
        .findFirst()
        .orElseThrow(() ->
            new UserErrorException(
                "--barriers: found '%s', expected %s"
                    .formatted(
                        barriers,
                        Arrays.stream(BarrierReading.values())
                            .map(BarrierReading::text)
                            .collect(Collectors.joining(", ")))));
  }
}
