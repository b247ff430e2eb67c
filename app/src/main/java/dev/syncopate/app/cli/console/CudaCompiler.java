package dev.syncopate.app.cli.console;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A CUDA compiler of this computer: nvcc ({@code CUDACXX}, {@code PATH}, {@code CUDA_HOME}, {@code
 * /usr/local/cuda}), else clang.
 */
public final class CudaCompiler {
  private static final String ARCHITECTURE = "sm_80";

  private final Map<String, String> environment;

  public CudaCompiler(Map<String, String> environment) {
    this.environment = environment;
  }

  /**
   * PTX of a CUDA source.
   *
   * @throws UserErrorException if there is no compiler, or with what it says
   */
  String compile(Path source) {
    List<String> command = command();
    if (command == null) {
      throw new UserErrorException(
          source
              + " is CUDA C++, and there is no nvcc and no clang++ to compile it: install the CUDA"
              + " toolkit (no driver and no GPU are needed), or clang, or give the PTX");
    }
    try {
      Path folder = Files.createTempDirectory("syncopate-");
      Path ptx = folder.resolve("kernel.ptx");
      try {
        command.addAll(List.of("-o", ptx.toString(), source.toString()));
        run(source, command);
        return PtxFile.read(ptx);
      } finally {
        Files.deleteIfExists(ptx);
        Files.deleteIfExists(folder);
      }
    } catch (IOException e) {
      throw new UserErrorException("cannot compile " + source + ": " + e.getMessage());
    }
  }

  /** How {@link #program} compiles, without the compiler's own path. */
  public static List<String> programOptions() {
    // CUDA 13 has no cudaThreadSynchronize, which older programs call: it is the other one's old
    // name
    return List.of(
        "-w",
        "-O3",
        "-gencode",
        "arch=compute_80,code=compute_80",
        "-DcudaThreadSynchronize=cudaDeviceSynchronize");
  }

  /**
   * Compiles a CUDA source with its host code, which {@code syncopate cuda} can run. Files of the
   * source's folder are also found when they are included in angle brackets.
   *
   * @param program the file to be written
   * @throws UserErrorException if there is no nvcc, or with what it says
   */
  public void program(Path source, Path program) {
    String nvcc = nvcc();
    if (nvcc == null) {
      throw new UserErrorException(
          source
              + " is a CUDA program, and there is no nvcc to compile it: install the CUDA toolkit (no"
              + " driver and no GPU are needed), or name nvcc in CUDACXX");
    }
    List<String> command = new ArrayList<>(List.of(nvcc));
    command.addAll(programOptions());
    command.addAll(
        List.of("-I", folder(source).toString(), "-o", program.toString(), source.toString()));
    try {
      run(source, command);
    } catch (IOException e) {
      throw new UserErrorException("cannot compile " + source + ": " + e.getMessage());
    }
  }

  private static Path folder(Path source) {
    return Objects.requireNonNull(source.toAbsolutePath().getParent());
  }

  /** The compiler and its options; null if there is none. */
  private @Nullable List<String> command() {
    String nvcc = nvcc();
    if (nvcc != null) {
      return new ArrayList<>(
          List.of(nvcc, "-ptx", "-lineinfo", "-std=c++17", "-arch=" + ARCHITECTURE));
    }
    String clang = inPath("clang++");
    return clang == null
        ? null
        : new ArrayList<>(
            List.of(
                clang,
                "-x",
                "cuda",
                "--cuda-device-only",
                "--cuda-gpu-arch=" + ARCHITECTURE,
                "-S",
                "-O2",
                "-gline-tables-only"));
  }

  private @Nullable String nvcc() {
    String configured = environment.getOrDefault("CUDACXX", "");
    if (!configured.isEmpty()) {
      return configured;
    }
    String located = inPath("nvcc");
    String home = environment.getOrDefault("CUDA_HOME", "/usr/local/cuda");
    Path usual = Path.of(home, "bin", "nvcc");
    return located == null && Files.isExecutable(usual) ? usual.toString() : located;
  }

  private @Nullable String inPath(String name) {
    for (String folder : environment.getOrDefault("PATH", "").split(":", -1)) {
      Path file = Path.of(folder, name);
      if (!folder.isEmpty() && Files.isRegularFile(file) && Files.isExecutable(file)) {
        return file.toString();
      }
    }
    return null;
  }

  private static void run(Path source, List<String> command) throws IOException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (process.waitFor() != 0) {
        throw new UserErrorException(
            "%s does not compile %s:%n%s"
                .formatted(command.getFirst(), source, output.stripTrailing()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }
}
