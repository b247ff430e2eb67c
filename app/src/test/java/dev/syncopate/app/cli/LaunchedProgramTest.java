package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.app.bench.LaunchedProgram;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs in files, as {@code bench} launches them and the AOT cache is trained on them. */
class LaunchedProgramTest {
  @TempDir private Path folder;

  @Test
  void theyAreRight() throws Exception {
    for (LaunchedProgram program :
        List.of(
            LaunchedProgram.vecadd(folder, 1000),
            LaunchedProgram.histogram(folder, 1000),
            LaunchedProgram.pageRank(folder, 300))) {
      Shell.Result result = Shell.run(program.arguments().toArray(String[]::new));
      assertThat(result.code()).as("%s: %s%s", program.name(), result.out(), result.err()).isZero();
      assertThat(result.out()).contains("1 buffer as expected");
    }
  }

  @Test
  void aWrongAnswerIsFound() throws Exception {
    LaunchedProgram program = LaunchedProgram.pageRank(folder, 300);
    Path expected = folder.resolve("pagerank.4.bin");
    byte[] bytes = Files.readAllBytes(expected);
    bytes[3] ^= 1;
    Files.write(expected, bytes);
    assertThat(Shell.run(program.arguments().toArray(String[]::new)).code()).isEqualTo(1);
  }

  @Test
  void theTrainingRunsToItsEnd() throws Exception {
    JvmTraining.train(folder);
    assertThat(folder.resolve("vecadd.ptx")).exists();
  }
}
