package dev.syncopate.app.cli;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** Files of the source tree that tests read. */
public final class Checkout {
  private Checkout() {}

  /** Small kernels: scale, variables, await, forever, trapped, beyond, shared, wide. */
  public static String kernels() {
    return root()
        .resolve("workload/src/test/resources/dev/syncopate/workload/runtime/kernels.ptx")
        .toString();
  }

  /** nvcc's PTX of kernels that call printf, assert and malloc. */
  static String runtime() {
    return root()
        .resolve("ptx/src/test/resources/dev/syncopate/ptx/corpus/runtime.nvcc-sm_75.ptx")
        .toString();
  }

  /** nvcc's PTX of kernels that take structures by value: unpack, scaled. */
  static String structures() {
    return root()
        .resolve("workload/src/test/resources/dev/syncopate/workload/kernel/nvcc/structures.ptx")
        .toString();
  }

  /** The script that builds and starts. */
  public static Path launcher() {
    return root().resolve("syncopate");
  }

  /**
   * A file of the documentation, in whichever room it is.
   *
   * @param name as in {@code verify.md} or {@code demo.svg}; no two rooms have one of that name
   */
  public static Path documentation(String name) throws IOException {
    return documentation().stream()
        .filter(file -> file.endsWith(name))
        .findFirst()
        .orElseThrow(() -> new FileNotFoundException("no room of docs/ has " + name));
  }

  /** All files of the documentation: pages, stored results and pictures. */
  public static List<Path> documentation() throws IOException {
    try (Stream<Path> files = Files.walk(root().resolve("docs"))) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (folder != null && !Files.exists(folder.resolve("syncopate"))) {
      folder = folder.getParent();
    }
    return Objects.requireNonNull(folder, "the tests run in a checkout");
  }
}
