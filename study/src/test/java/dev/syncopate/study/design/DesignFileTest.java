package dev.syncopate.study.design;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.study.yaml.YamlException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DesignFileTest {
  private static Design read(String text) {
    return DesignFile.read("folder/locks.yaml", text);
  }

  @Test
  void aGridHasEveryCombinationTheLastFactorFastest() {
    Design design =
        read(
            """
            base: {workload: spinmutex}
            grid:
              protocol: [gpu, denovo]
              l1.size: [16KiB, 32KiB]
            """);
    assertThat(design.points())
        .extracting(Point::values)
        .containsExactly(
            Map.of("workload", "spinmutex", "protocol", "gpu", "l1.size", "16KiB"),
            Map.of("workload", "spinmutex", "protocol", "gpu", "l1.size", "32KiB"),
            Map.of("workload", "spinmutex", "protocol", "denovo", "l1.size", "16KiB"),
            Map.of("workload", "spinmutex", "protocol", "denovo", "l1.size", "32KiB"));
    assertThat(design.varied()).containsExactly("protocol", "l1.size");
    assertThat(design.name()).isEqualTo("locks");
  }

  @Test
  void listsUnderZipAdvanceTogether() {
    Design design =
        read(
            """
            grid: {workload: [spinmutex], protocol: [gpu, denovo]}
            zip: {l1.size: [16KiB, 32KiB], l2.size: [1MiB, 2MiB]}
            """);
    assertThat(design.points())
        .extracting(point -> point.value("l1.size") + " " + point.value("l2.size"))
        .containsExactly("16KiB 1MiB", "32KiB 2MiB", "16KiB 1MiB", "32KiB 2MiB");
  }

  @Test
  void pointsStandBesideTheGridEachOnce() {
    Design design =
        read(
            """
            base: {workload: spinmutex}
            grid: {protocol: [gpu]}
            points:
              - {protocol: hlrc, seed: 2}
              - {protocol: gpu}
            """);
    assertThat(design.points())
        .extracting(Point::values)
        .containsExactly(
            Map.of("workload", "spinmutex", "protocol", "gpu"),
            Map.of("workload", "spinmutex", "protocol", "hlrc", "seed", "2"));
  }

  @Test
  void whereLeavesPointsOut() {
    Design design =
        read(
            """
            grid: {workload: [spinmutex], protocol: [gpu, denovo], l1.size: [16KiB, 32KiB]}
            where: protocol == gpu or l1.size > 16KiB
            """);
    assertThat(design.points())
        .extracting(point -> point.value("protocol") + " " + point.value("l1.size"))
        .containsExactly("gpu 16KiB", "gpu 32KiB", "denovo 32KiB");
  }

  @Test
  void theBaselineOfAPointDiffersInTheBaselinesFactorsAlone() {
    Design design =
        read(
            """
            grid: {workload: [spinmutex], protocol: [gpu, denovo], seed: [1, 2]}
            baseline: {protocol: gpu}
            """);
    assertThat(design.baselineOf(design.points().getLast()))
        .hasValue(new Point(Map.of("workload", "spinmutex", "protocol", "gpu", "seed", "2")));
  }

  @Test
  void ofAFileWithErrorsPositionsAreNamed() {
    assertThatThrownBy(() ->
            read(
                """
                base: {workload: spinmutex}
                grid:
                  protocol: [gpu, denvo]
                """))
        .isInstanceOf(YamlException.class)
        .hasMessageStartingWith("folder/locks.yaml:3:19: ")
        .hasMessageContaining("denvo")
        .hasMessageContaining("denovo");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "grids: {a: b} | 1:1: found the key grids; did you mean grid?; expected name, title, base, grid",
        "grid: {l1.sizes: [1]} | 1:19: l1.sizes=1: there is no field l1.sizes; did you mean l1.size?",
        "grid: {l1.size: [3TiB]} | 1:18: l1.size=3TiB: found 3TiB, expected",
        "grid: {} | 1:7: found no factor, expected at least one",
        "{base: {workload: vecadd}, zip: {}} | 1:33: found no factor, expected at least one",
        "{base: {workload: vecadd}, points: []} | 1:36: found an empty list, expected at least one point",
        "grid: {seed: [1]} | 1:1: found no factor workload or command, expected one of them",
        "grid: {seed: [1], seed: [2]} | 1:19: found the key seed again, it is in line 1 already: expected it once",
        "grid: | 1:6: found nothing, expected factors with values",
        "grid: {core.units: [4096]} | 1:21: core.units=4096: found 4096, expected from 1 to 1024",
        "grid: {workload: []} | 1:18: found an empty list, expected at least one value",
        "grid: {workload: [spinmutx]} | 1:19: found workload 'spinmutx'; did you mean spinmutex?",
        "grid: {wrkload: [spinmutex]} | 1:8: found 'wrkload', expected a factor: workload, command",
        "grid: {model: [tso]} | 1:16: found model 'tso', expected drf0, hrf, drfrlx",
        "grid: {seed: [x]} | 1:15: found seed 'x', expected a whole number",
        "grid: {command: [run spinmutex]} | 1:18: found 'run', expected launch or cuda",
        "grid: {command: [launch k.ptx --gpu=x]} | 1:18: found --gpu in a command, expected a factor",
        "grid: {protocol: [gpu, [a]]} | 1:24: found a list, expected one value",
        "{base: {seed: 1}, grid: {seed: [2]}} | 1:26: found the factor seed again, it is in line 1 already",
        "{zip: {seed: [1, 2], l1.size: [16KiB]}} | found 1 values of l1.size and 2 of seed, expected as many",
        "{base: {workload: vecadd}, grid: {seed: [1]}, where: seed > 1} | 1:54: found no point that fulfils all conditions",
        "{base: {workload: vecadd}, grid: {seed: [1]}, where: sed > 1} | 1:54: found 'sed', expected a factor of this sweep, in column 1 of 'sed > 1'",
        "{base: {workload: vecadd}, grid: {seed: [1]}, baseline: {protocol: gpu}} | 1:58: found 'protocol', expected a factor of this sweep: workload, seed",
        "{base: {workload: vecadd}, grid: {seed: [1]}, baseline: {seed: 2}} | 1:64: found '2', expected a value of seed in this sweep: 1",
        "{base: {workload: vecadd}, grid: {seed: [1]}, show: [{as: pie}]} | 1:59: found 'pie', expected bars, lines, heat, table",
        "{base: {workload: vecadd}, grid: {protocol: [gpu]}, show: [{as: lines, across: protocol}]} | found lines across protocol with the value 'gpu', expected numbers",
        "{base: {workload: vecadd}, grid: {seed: [1]}, show: [{as: heat}]} | found a heat map without rows, expected down: FACTOR",
        "{base: {workload: vecadd}, grid: {seed: [1]}, show: [{ratio: speedup}]} | found a ratio, expected a baseline",
        "[1] | 1:1: found a list, expected keys, among them grid, zip or points",
      })
  void eachErrorSaysWhatIsExpected(String text, String message) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(YamlException.class)
        .hasMessageContaining(message);
  }
}
