package dev.syncopate.app.profile;

import dev.syncopate.workload.host.KernelLibrary;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The texts of sources, as far as they can be found. */
final class SourceFiles {
  private static final String PTX = ".ptx";

  private SourceFiles() {}

  /**
   * The lines of a file; none if it cannot be read.
   *
   * @param path as the compiler or the user gave it
   */
  static List<String> lines(String path) {
    Path file = Path.of(path);
    if (!Files.isRegularFile(file)) {
      return bundled(path);
    }
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  /** The PTX of a kernel that comes with the program. */
  private static List<String> bundled(String path) {
    if (!path.endsWith(PTX)) {
      return List.of();
    }
    try {
      String name = path.substring(0, path.length() - PTX.length());
      return KernelLibrary.bundled().text(name).lines().toList();
    } catch (IllegalArgumentException e) {
      return List.of();
    }
  }
}
