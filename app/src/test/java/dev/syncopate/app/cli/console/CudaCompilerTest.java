package dev.syncopate.app.cli.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * CUDA sources are compiled by what there is; compilers are scripts here that say how they were
 * called.
 */
class CudaCompilerTest {
  @TempDir Path folder;
  private Path source = Path.of("");

  @BeforeEach
  void write() throws IOException {
    source = Files.writeString(folder.resolve("kernel.cu"), "__global__ void k() {}\n");
  }

  private Map<String, String> environment() {
    return Map.of("PATH", folder.toString(), "CUDA_HOME", folder.resolve("none").toString());
  }

  /** A compiler that writes its options, in place of PTX, to what follows -o. */
  private void compiler(String name, String... lines) throws IOException {
    String script =
        "#!/bin/sh\nwords=\"$*\"\nwhile [ \"$1\" != -o ]; do shift; done\necho \"$words\" >\"$2\"\n"
            + String.join("\n", lines);
    Path file = Files.writeString(folder.resolve(name), script);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @Test
  void nvccGoesBeforeClang() throws IOException {
    compiler("clang++");
    assertThat(new CudaCompiler(environment()).compile(source))
        .contains("-x cuda --cuda-device-only --cuda-gpu-arch=sm_80 -S")
        .endsWith(source + "\n");
    compiler("nvcc");
    assertThat(new CudaCompiler(environment()).compile(source))
        .startsWith("-ptx -lineinfo -std=c++17 -arch=sm_80 -o ")
        .endsWith(source + "\n");
  }

  /** Host code needs nvcc: clang would have to find the toolkit's libraries. */
  @Test
  void aProgramIsCompiledByNvccAlone() throws IOException {
    Path program = folder.resolve("program");
    compiler("clang++");
    assertThatThrownBy(() -> new CudaCompiler(environment()).program(source, program))
        .isInstanceOf(UserErrorException.class)
        .hasMessage(
            source
                + " is a CUDA program, and there is no nvcc to compile it: install the CUDA toolkit"
                + " (no driver and no GPU are needed), or name nvcc in CUDACXX");
    compiler("nvcc");
    new CudaCompiler(environment()).program(source, program);
    assertThat(program)
        .content()
        .startsWith("-w -O3 -gencode arch=compute_80,code=compute_80 ")
        .as("#include <...> of a file in the source's folder")
        .contains(" -I %s ".formatted(folder))
        .endsWith("-o %s %s\n".formatted(program, source));
  }

  @Test
  void whatACompilerSaysIsTheError() throws IOException {
    compiler("nvcc", "echo 'kernel.cu(1): error: no' >&2", "exit 2");
    assertThatThrownBy(() -> new CudaCompiler(environment()).compile(source))
        .isInstanceOf(UserErrorException.class)
        .hasMessage(
            "%s does not compile %s:\nkernel.cu(1): error: no"
                .formatted(folder.resolve("nvcc"), source));
  }

  @Test
  void withoutACompilerItSaysWhatToInstall() {
    assertThatThrownBy(() -> new CudaCompiler(environment()).compile(source))
        .isInstanceOf(UserErrorException.class)
        .hasMessage(
            source
                + " is CUDA C++, and there is no nvcc and no clang++ to compile it: install the CUDA"
                + " toolkit (no driver and no GPU are needed), or clang, or give the PTX");
  }
}
