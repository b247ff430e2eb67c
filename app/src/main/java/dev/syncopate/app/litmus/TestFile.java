package dev.syncopate.app.litmus;

import dev.syncopate.model.litmus.BarrierReading;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.litmus.dialect.LitmusReader;
import dev.syncopate.model.source.SourceException;
import dev.syncopate.model.source.SourceText;
import dev.syncopate.sim.config.FileErrors;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
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
    SortedMap<Path, TestFile> tests = new TreeMap<>();
    Files.walkFileTree(
        path,
        new SimpleFileVisitor<Path>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (file.toString().endsWith(EXTENSION) && !Files.isDirectory(file)) {
              tests.put(file, readOrReport(file));
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) {
            tests.put(file, unreadable(file, e));
            return FileVisitResult.CONTINUE;
          }
        });
    return List.copyOf(tests.values());
  }

  /** The same, where a single file that cannot be read has a problem like one of a folder. */
  public static List<TestFile> atOrReport(Path path) throws IOException {
    return Files.isDirectory(path) ? at(path) : List.of(readOrReport(path));
  }

  /** The file's test, or why it cannot be read: one file never stops the others. */
  private static TestFile readOrReport(Path file) {
    try {
      return read(file);
    } catch (IOException e) {
      return unreadable(file, e);
    }
  }

  private static TestFile unreadable(Path file, IOException e) {
    return new TestFile(
        file.toString(), null, "cannot read %s: %s".formatted(file, FileErrors.reason(e)));
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
