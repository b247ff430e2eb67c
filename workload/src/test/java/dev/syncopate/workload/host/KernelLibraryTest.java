package dev.syncopate.workload.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The PTX in the tree is what the CUDA C++ sources in the tree compile to. */
class KernelLibraryTest {
  static final KernelLibrary CLANG = new KernelLibrary("/dev/syncopate/workload/kernel/clang/");
  private static final KernelLibrary NVCC_TEST =
      new KernelLibrary("/dev/syncopate/workload/kernel/nvcc/");
  private static final String UNOPTIMISED = "/dev/syncopate/workload/kernel/unoptimised/";
  private static final Path SOURCES = Path.of("src/main/cuda");

  @Test
  void everySourceHasTheCurrentPtxOfBothCompilers() throws IOException, NoSuchAlgorithmException {
    for (Path source : sources(SOURCES)) {
      assertCurrent(source, KernelLibrary.bundled());
      assertCurrent(source, CLANG);
    }
    for (Path source : sources(Path.of("src/test/cuda"))) {
      assertCurrent(source, NVCC_TEST);
      assertCurrent(source, CLANG);
    }
    for (String name : List.of("transaction_bins", "transaction_queue")) {
      Path source = SOURCES.resolve(name + ".cu");
      assertCurrent(source, new KernelLibrary(UNOPTIMISED + "nvcc/"));
      assertCurrent(source, new KernelLibrary(UNOPTIMISED + "clang/"));
    }
  }

  @Test
  void bothCompilersPtxHasTheSameKernels() throws IOException {
    for (Path source : sources(SOURCES)) {
      String name = name(source);
      assertThat(kernels(CLANG.text(name)))
          .isNotEmpty()
          .containsExactlyInAnyOrderElementsOf(kernels(KernelLibrary.bundled().text(name)));
    }
  }

  @Test
  void anUnknownSourceIsSaid() {
    assertThatThrownBy(() -> KernelLibrary.bundled().text("nothing"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no kernels /dev/syncopate/workload/kernel/nothing.ptx");
  }

  private static void assertCurrent(Path source, KernelLibrary library)
      throws IOException, NoSuchAlgorithmException {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    digest.update(Files.readAllBytes(source));
    for (Path header : files(SOURCES, ".cuh")) {
      digest.update(Files.readAllBytes(header));
    }
    Path family = SOURCES.resolve(name(source).split("_", 2)[0]);
    if (Files.isDirectory(family)) {
      for (Path header : files(family, ".cuh")) {
        digest.update(Files.readAllBytes(header));
      }
    }
    String line =
        "// " + source.getFileName() + " sha256 " + HexFormat.of().formatHex(digest.digest());
    assertThat(library.text(name(source)).lines().toList().getLast())
        .as("%s of %s: run workload/compile-kernels", library.folder(), source)
        .isEqualTo(line);
  }

  private static List<String> kernels(String ptx) {
    return ptx.lines()
        .filter(line -> line.startsWith(".visible .entry"))
        .map(line -> line.replaceAll(".*entry |\\(.*", ""))
        .toList();
  }

  private static List<Path> sources(Path folder) throws IOException {
    return files(folder, ".cu");
  }

  private static List<Path> files(Path folder, String extension) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(extension)).sorted().toList();
    }
  }

  private static String name(Path source) {
    return source.getFileName().toString().replace(".cu", "");
  }
}
