package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.app.cli.console.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code generate} writes and refuses. */
class GenerateTest {
  @TempDir private Path folder;

  @Test
  void testsAreWrittenAsModelReadsThem() throws IOException {
    List<String> shape = List.of("generate", "--operations=1", "--locations=1", "--kinds=weak");
    assertThat(Shell.run(shape.toArray(String[]::new)).out()).isEqualTo("4 tests\n");
    String target = folder.resolve("new").toString();
    List<String> writing = Stream.concat(shape.stream(), Stream.of(target)).toList();
    assertThat(Shell.run(writing.toArray(String[]::new)).out())
        .isEqualTo("4 tests in " + target + "\n");
    assertThat(Files.readString(folder.resolve("new/generated-3.litmus")))
        .isEqualTo(
            """
            PTX generated-3
            { x=0; }
             P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
             ld.weak r0, x  | st.weak x, 1   ;
            exists 0 == 0
            """);
    Shell.Result judged = Shell.run("model", target, "--model", "sc");
    assertThat(judged.code()).isZero();
    assertThat(judged.out().lines()).hasSize(5);
    Shell.Result again = Shell.run(writing.toArray(String[]::new));
    assertThat(again.err()).contains("new is not empty");
    assertThat(again.code()).isEqualTo(ExitCode.USAGE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--operations 1 --kinds fence | there is no test of this shape: every location is shared",
        "--threads 5 | found 5 threads, expected 1 to 4",
        "--gpus 3 | found 3 GPUs, expected 1 to 2",
        "--kinds volatile | expected one of [WEAK, RELAXED,",
        "--scopes warp | expected one of [CTA, CLUSTER, GPU, SYS]",
        "many --kinds weak,synchronising --limit 10 | tests, each a file, and --limit is 10: raise it",
      })
  void aShapeThatCannotBeIsRefused(String options, String message) {
    Shell.Result result = Shell.run(("generate " + options).split(" "));
    assertThat(result.err()).contains(message);
    assertThat(result.code()).isEqualTo(ExitCode.USAGE);
  }
}
