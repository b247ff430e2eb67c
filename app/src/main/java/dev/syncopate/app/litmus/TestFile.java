package dev.syncopate.app.litmus;

import dev.syncopate.model.litmus.BarrierReading;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.litmus.dialect.LitmusReader;
import dev.syncopate.model.source.SourceException;
import dev.syncopate.model.source.SourceText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A test that the user named, or that a folder they named has.
 *
 * @param path what tables call it
 * @param test what it says; null where it is none
 * @param problem why it is none; null where it is one
 */
public record TestFile(String path, @Nullable LitmusTest test, @Nullable String problem) {
  private static final String EXTENSION = ".litmus";

  /** One file with any ending; or all of a folder and its folders that end in .litmus. */
  public static List<TestFile> at(Path path) throws IOException {
    if (!Files.isDirectory(path)) {
      return List.of(read(path));
    }
    List<Path> files;
    try (Stream<Path> paths = Files.walk(path)) {
      files =
          paths
              .filter(file -> file.toString().endsWith(EXTENSION) && !Files.isDirectory(file))
              .sorted()
              .toList();
    }
    List<TestFile> tests = new ArrayList<>();
    for (Path file : files) {
      tests.add(read(file));
    }
    return tests;
  }

  /** The same test under another name. */
  public TestFile named(String name) {
    return new TestFile(path, test == null ? null : test.named(name), problem);
  }

  private static TestFile read(Path file) throws IOException {
    try {
      return of(file.toString(), SourceText.read(file).text());
    } catch (SourceException e) {
      return new TestFile(file.toString(), null, e.getMessage());
    }
  }

  /** The same with another reading of barriers. */
  public TestFile withBarriers(BarrierReading reading) {
    return test == null ? this : new TestFile(path, test.withBarriers(reading), problem);
  }

  /** The test of a text. */
  public static TestFile of(String path, String text) {
    try {
      return new TestFile(path, LitmusReader.read(path, text), null);
    } catch (SourceException e) {
      return new TestFile(path, null, e.getMessage());
    }
  }
}
