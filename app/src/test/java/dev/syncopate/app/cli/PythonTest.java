package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.app.report.Version;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** The Python module. */
class PythonTest {
  @Test
  @EnabledIf(value = "dev.syncopate.app.cli.Python#hasPandas", disabledReason = Python.MISSING)
  void theModulesOwnTestsPass(@TempDir Path folder) throws Exception {
    Shell.Result result =
        Python.run(
            Python.with("pandas").orElseThrow(),
            folder.resolve("the launcher"),
            "-m",
            "unittest",
            "discover",
            "-v",
            "-s",
            Python.folder().resolve("tests").toString());
    assertThat(result.code()).as(result.out()).isZero();
    assertThat(result.out())
        .contains("test_every_combination_is_a_row", "test_a_kernel_runs_on_arrays")
        .doesNotContain("skipped")
        .endsWith("OK\n");
  }

  /** A snapshot is a development version in Python's words (PEP 440). */
  @Test
  void theModuleHasTheProgramsVersion() throws IOException {
    assertThat(Files.readString(Python.folder().resolve("syncopate.py")))
        .contains(
            "\n__version__ = \"%s\"\n"
                .formatted(Version.current().number().replace("-SNAPSHOT", ".dev0")));
  }
}
