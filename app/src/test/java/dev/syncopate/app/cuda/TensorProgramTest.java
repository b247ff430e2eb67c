package dev.syncopate.app.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.app.cuda.Programs.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program whose tensor copies nvcc has compiled from libcu++'s functions. */
class TensorProgramTest {
  @TempDir static Path folder;
  private static Path program = Path.of("");

  @BeforeAll
  static void build() {
    Programs.needs("nvcc");
    Programs.needs("cc");
    program = folder.resolve("tensor");
    Path source = Path.of("src", "test", "cuda", "tensor.cu");
    Programs.command(
        List.of(
            "nvcc",
            "-arch=sm_90a",
            "-std=c++17",
            "-w",
            "-cudart",
            "shared",
            "-o",
            program.toString(),
            source.toString()));
  }

  @Test
  void tilesAndPatchedMapsAreRight() throws IOException {
    Outcome outcome = Programs.run(program);
    assertThat(outcome.out()).as(outcome.err()).isEqualTo("0 failures\n");
  }

  @Test
  void nothingIsFoundInIt() throws IOException {
    assertThat(Programs.checkAll(program)).isEmpty();
  }
}
