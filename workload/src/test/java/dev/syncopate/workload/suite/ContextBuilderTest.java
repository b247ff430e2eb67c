package dev.syncopate.workload.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ContextBuilderTest {
  /** Does nothing; has a little of everything to choose. */
  private static final Workload WORKLOAD =
      new Workload() {
        @Override
        public String name() {
          return "nothing";
        }

        @Override
        public String description() {
          return "Does nothing.";
        }

        @Override
        public String sizeMeaning() {
          return "holes";
        }

        @Override
        public List<NamedSize> sizes() {
          return List.of(new NamedSize("default", 1000), new NamedSize("small", 10));
        }

        @Override
        public List<WorkloadOption> options() {
          return List.of(
              new WorkloadOption.Whole("bins", "Bins.", 256, 1, 1024),
              new WorkloadOption.Choice("compiler", "Whose PTX.", List.of("nvcc", "clang")));
        }

        @Override
        public WorkloadOutcome run(WorkloadContext context) {
          return WorkloadOutcome.right("", Map.of());
        }
      };

  private final ContextBuilder builder = new ContextBuilder(WORKLOAD);

  @Test
  void everythingHasADefault() {
    assertThat(builder.size()).isEqualTo(1000);
    assertThat(builder.numbers()).containsExactly(Map.entry("bins", 256L));
    assertThat(builder.words()).containsExactly(Map.entry("compiler", "nvcc"));
  }

  @ParameterizedTest
  @CsvSource({"small, 10", "4096, 4096", "64K, 65536", "1m, 1048576", "2G, 2147483648"})
  void aSizeIsANameOrANumber(String text, long size) {
    assertThat(builder.size(text).size()).isEqualTo(size);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "K", "0", "-5", "1.5", "tiny", "99999999999999999999", "9999999999G"})
  void anythingElseIsRefused(String text) {
    assertThatThrownBy(() -> builder.size(text))
        .isInstanceOf(WorkloadInputException.class)
        .hasMessage(
            "size of nothing must be a number from 1 to 1099511627776 or one of default, small,"
                + " not '%s'",
            text);
  }

  @Test
  void optionsAreChosenByName() {
    builder.option("bins", "1K").option("compiler", "clang");
    assertThat(builder.numbers()).containsEntry("bins", 1024L);
    assertThat(builder.words()).containsEntry("compiler", "clang");
  }

  @Test
  void wrongOptionsAreRefusedWithWhatIsLegal() {
    assertThatThrownBy(() -> builder.option("bins", "0"))
        .hasMessage("bins of nothing must be a number from 1 to 1024, not '0'");
    assertThatThrownBy(() -> builder.option("compiler", "gcc"))
        .hasMessage("compiler of nothing is one of nvcc, clang, not gcc");
    assertThatThrownBy(() -> builder.option("color", "red"))
        .hasMessage("nothing has no option color; it has bins, compiler");
    assertThatThrownBy(() -> builder.graph(java.nio.file.Path.of("x.gr")))
        .hasMessage("nothing does not read a graph");
  }
}
