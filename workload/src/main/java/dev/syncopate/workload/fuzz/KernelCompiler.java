package dev.syncopate.workload.fuzz;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A compiler of CUDA C++, as it is found on the path. */
enum KernelCompiler {
  NVCC(List.of("nvcc", "-arch=sm_80", "-ptx", "-w")),
  CLANG(
      List.of(
          "clang++-19",
          "-x",
          "cuda",
          "--cuda-device-only",
          "--cuda-gpu-arch=sm_80",
          "-nocudainc",
          "-nocudalib",
          "-O2",
          "-S",
          "-w"));

  @SuppressWarnings("ImmutableEnumChecker") // made by List.of
  private final List<String> command;

  KernelCompiler(List<String> command) {
    this.command = command;
  }

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The PTX of a source.
   *
   * @throws FuzzException if the compiler is not there or refuses it
   */
  String compile(String source) {
    try {
      Path folder = Files.createTempDirectory("syncopate-fuzz");
      Path sourceFile = folder.resolve("kernel.cu");
      Path outputFile = folder.resolve("kernel.ptx");
      Path messageFile = folder.resolve("messages");
      try {
        Files.writeString(sourceFile, source);
        List<String> words = new ArrayList<>(command);
        words.addAll(List.of(sourceFile.toString(), "-o", outputFile.toString()));
        int code =
            new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(messageFile.toFile())
                .start()
                .waitFor();
        if (code != 0) {
          String messages = new String(Files.readAllBytes(messageFile), StandardCharsets.UTF_8);
          throw new FuzzException("%s refuses a kernel: %s".formatted(command.get(0), messages));
        }
        return Files.readString(outputFile);
      } finally {
        for (Path file : List.of(sourceFile, outputFile, messageFile, folder)) {
          Files.deleteIfExists(file);
        }
      }
    } catch (IOException e) {
      throw new FuzzException("cannot run %s: %s".formatted(command.get(0), e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new FuzzException("interrupted while " + command.get(0) + " ran");
    }
  }
}
