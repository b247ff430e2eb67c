package dev.syncopate.workload.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random kernels as both compilers wrote them. */
class CompiledKernelsTest {
  private static final Path FOLDER = Path.of("src/test/resources/dev/syncopate/workload/fuzz");

  @ParameterizedTest
  @ValueSource(strings = {"nvcc", "clang"})
  void theMachineDoesAsOneThreadAtATime(String compiler) throws IOException {
    FuzzBench bench = new FuzzBench();
    List<Path> files;
    try (Stream<Path> paths = Files.list(FOLDER.resolve(compiler))) {
      files = paths.sorted().toList();
    }
    assertThat(files).hasSizeGreaterThan(11);
    for (Path file : files) {
      assertThat(bench.compare(KernelTrial.read(file.toString(), Files.readString(file))))
          .as("./syncopate fuzz workload/%s", file)
          .isEmpty();
    }
  }
}
