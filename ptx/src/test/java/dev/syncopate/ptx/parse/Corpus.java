package dev.syncopate.ptx.parse;

import dev.syncopate.ptx.ir.PtxModule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The PTX that nvcc and clang make of the programs in {@code src/test/cuda}. */
final class Corpus {
  private static final Path FOLDER =
      Path.of("src", "test", "resources", "dev", "syncopate", "ptx", "corpus");

  private Corpus() {}

  static List<Path> files() {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files.filter(file -> file.toString().endsWith(".ptx")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static PtxModule read(String name) {
    return PtxReader.read(name, text(FOLDER.resolve(name)));
  }
}
