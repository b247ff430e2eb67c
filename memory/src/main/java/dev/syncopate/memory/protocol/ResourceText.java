package dev.syncopate.memory.protocol;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Text that stands beside a protocol's classes. */
public final class ResourceText {
  private ResourceText() {}

  /**
   * The text of a file.
   *
   * @param beside a class of the package that it is in
   * @throws IllegalStateException when it is not there
   */
  public static String read(Class<?> beside, String file) {
    try (InputStream in = beside.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException(file + " is missing from this build");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }
}
