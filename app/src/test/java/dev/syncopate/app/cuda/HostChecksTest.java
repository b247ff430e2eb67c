package dev.syncopate.app.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.check.report.Check;
import dev.syncopate.check.report.Finding;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is found in a program's own calls, by the way that they take from its libraries. */
class HostChecksTest {
  @TempDir static Path folder;
  private static Path program = Path.of("");

  @BeforeAll
  static void build() throws IOException {
    program = Programs.host(folder, new FatBinaries().ptx(70, Programs.PTX).bytes());
  }

  @Test
  void aKernelAndACopyOfTwoStreamsRace() throws IOException {
    List<Finding> findings = Programs.check(Check.RACES, program, "streams");
    assertThat(findings)
        .singleElement()
        .satisfies(race -> {
          assertThat(race.rule()).isEqualTo("stream-race");
          assertThat(race.details().get(0))
              .startsWith("launch 1, add, in stream 3 writes: weak store");
          assertThat(race.details().get(1)).isEqualTo("a copy in stream 4 reads");
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"by event", "by host"})
  void inOrderTheyDoNot(String how) throws IOException {
    assertThat(Programs.check(Check.RACES, program, "streams", how)).isEmpty();
  }

  @Test
  void theHostsOwnAccessesToManagedMemoryAreFoundUnlessItWaits() throws IOException {
    assertThat(Programs.check(Check.RACES, program, "late")).isEmpty();
    List<Finding> findings = Programs.check(Check.RACES, program, "early");
    assertThat(findings)
        .isNotEmpty()
        .allSatisfy(race -> {
          assertThat(race.rule()).isEqualTo("host-race");
          assertThat(race.title()).startsWith("host and device race on ");
          assertThat(race.details().getFirst()).startsWith("launch 1, add, in the default stream");
        });
  }

  /** Where pages were protected only, the operating system would refuse the buffer. */
  @ParameterizedTest
  @CsvSource({"written, reads", "read into, writes"})
  void soAreThoseThatTheOperatingSystemMakesForIt(String how, String access) throws IOException {
    assertThat(Programs.check(Check.RACES, program, how))
        .singleElement()
        .satisfies(race -> {
          assertThat(race.rule()).isEqualTo("host-race");
          assertThat(race.details().get(1)).startsWith("the host").contains(access);
        });
  }

  @Test
  void soAreThoseToWhereACopyGoes() throws IOException {
    assertThat(Programs.check(Check.RACES, program, "streams", "not read")).isEmpty();
    assertThat(Programs.check(Check.RACES, program, "streams", "read"))
        .singleElement()
        .satisfies(
            race -> assertThat(race.details().get(0)).isEqualTo("a copy in stream 3 writes"));
  }

  @Test
  void memoryThatIsFreedTwiceOrUsedAfterwardsIsFound() throws IOException {
    assertThat(Programs.check(Check.MEMORY, program, "memory"))
        .extracting(Finding::rule)
        .contains("freed-twice", "used-freed");
    assertThat(Programs.check(Check.MEMORY, program)).isEmpty();
  }
}
