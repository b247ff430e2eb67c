package dev.syncopate.memory.protocol;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/**
 * A litmus test in the folder of the one mechanism whose mutants it refutes, {@code
 * refuters/NAME.litmus}. The memory system carries its text; the litmus library reads it.
 *
 * @param mechanism a class of the mechanism's package
 * @param name the test's name
 */
public record RefuterFile(Class<?> mechanism, String name) {
  /** The tests of these names in one mechanism's folder. */
  public static List<RefuterFile> in(Class<?> mechanism, String... names) {
    return Stream.of(names).map(name -> new RefuterFile(mechanism, name)).toList();
  }

  /**
   * The test's text.
   *
   * @throws IllegalStateException if the folder has no such file
   */
  public String text() {
    String path = "refuters/" + name + ".litmus";
    try (InputStream stream = mechanism.getResourceAsStream(path)) {
      if (stream == null) {
        throw new IllegalStateException(
            "%s names a refuter %s, but its package has no %s"
                .formatted(mechanism.getSimpleName(), name, path));
      }
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + path, e);
    }
  }
}
