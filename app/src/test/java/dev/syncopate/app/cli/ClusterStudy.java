package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A small sweep that engines of clusters run, and the same sweep without them. */
final class ClusterStudy {
  private final Path folder;
  private final Path design;

  /** With a grid of small simulations. */
  ClusterStudy(Path folder, String design) throws IOException {
    this.folder = folder;
    this.design = folder.resolve("small.yaml");
    Files.writeString(this.design, design);
    JavaProcess.writeLauncher(launcher());
  }

  /** Starts this build's classes. */
  Path launcher() {
    return folder.resolve("the launcher");
  }

  /** The engine's results. */
  Path shared() {
    return folder.resolve("shared folder");
  }

  /** Runs {@code submit} of the sweep. */
  Shell.Result submit(String... options) {
    List<String> words = new ArrayList<>(List.of("submit", "--program", launcher().toString()));
    words.addAll(List.of(options));
    words.addAll(List.of("--", "sweep", design.toString(), "--out", shared().toString()));
    return Shell.run(words.toArray(String[]::new));
  }

  /** All that an engine's run has written is what one process writes. */
  void assertIsThatOfOneProcess() throws IOException {
    Path aloneFolder = folder.resolve("alone");
    Shell.Result result =
        Shell.run("sweep", design.toString(), "--out", aloneFolder.toString(), "--quiet");
    assertThat(result.code()).as(result.err()).isZero();
    SortedMap<String, String> expected = files(aloneFolder);
    assertThat(expected.keySet()).contains("small.html", "small-results.csv");
    assertThat(files(shared())).isEqualTo(expected);
    assertThat(results(shared())).isEqualTo(results(aloneFolder));
  }

  /** The files of the report, with their bytes. */
  private static SortedMap<String, String> files(Path study) throws IOException {
    SortedMap<String, String> files = new TreeMap<>();
    try (Stream<Path> listed = Files.list(study)) {
      for (Path file : listed.toList()) {
        String name = String.valueOf(file.getFileName());
        if (Files.isRegularFile(file) && !name.equals("shards.json") && !name.equals(".lock")) {
          files.put(name, Files.readString(file));
        }
      }
    }
    return files;
  }

  /** Names of the kept results, which are digests; the files have the times of the host. */
  static List<String> results(Path study) throws IOException {
    Path results = study.resolve("results");
    if (!Files.isDirectory(results)) {
      return List.of();
    }
    try (Stream<Path> listed = Files.list(results)) {
      return listed.map(file -> String.valueOf(file.getFileName())).sorted().toList();
    }
  }
}
