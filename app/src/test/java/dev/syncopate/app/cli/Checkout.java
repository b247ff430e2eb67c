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
  private static final String MECHANISMS = "memory/src/main/java/dev/syncopate/memory/mechanism";

  private static final String PAGE = "page.md";

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
        .filter(file -> nameOf(file).equals(name))
        .findFirst()
        .orElseThrow(() -> new FileNotFoundException("no room of docs/ has " + name));
  }

  /** All files of the documentation: pages, also those of mechanisms, stored results, pictures. */
  public static List<Path> documentation() throws IOException {
    try (Stream<Path> files = Files.walk(root().resolve("docs"));
        Stream<Path> mechanisms = Files.list(root().resolve(MECHANISMS))) {
      return Stream.concat(
              files.filter(Files::isRegularFile),
              mechanisms.map(folder -> folder.resolve(PAGE)).filter(Files::isRegularFile))
          .sorted()
          .toList();
    }
  }

  /** The page of a mechanism, in its folder. */
  public static Path mechanismPage(String folder) {
    return root().resolve(MECHANISMS).resolve(folder).resolve(PAGE);
  }

  /** A file's name, or for a mechanism's page the name of the folder with {@code .md} behind it. */
  public static String nameOf(Path file) {
    String name = Objects.requireNonNull(file.getFileName()).toString();
    return name.equals(PAGE)
        ? Objects.requireNonNull(Objects.requireNonNull(file.getParent()).getFileName()) + ".md"
        : name;
  }

  static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (folder != null && !Files.exists(folder.resolve("syncopate"))) {
      folder = folder.getParent();
    }
    return Objects.requireNonNull(folder, "the tests run in a checkout");
  }
}
