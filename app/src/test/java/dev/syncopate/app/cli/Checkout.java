package dev.syncopate.app.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

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
  static Path launcher() {
    return root().resolve("syncopate");
  }

  /** A page of the documentation. */
  static Path documentation(String page) {
    return root().resolve("docs").resolve(page);
  }

  private static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (folder != null && !Files.exists(folder.resolve("syncopate"))) {
      folder = folder.getParent();
    }
    return Objects.requireNonNull(folder, "the tests run in a checkout");
  }
}
