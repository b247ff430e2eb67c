package dev.syncopate.sim.config;

import dev.syncopate.sim.text.NotTextException;
import dev.syncopate.sim.text.TextFile;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A configuration file.
 *
 * @param fileName as errors name it
 * @param text its contents
 */
public record ConfigSource(String fileName, String text) {
  /**
   * The contents of a file.
   *
   * @throws IOException if it cannot be read
   * @throws ConfigException where it is no text in UTF-8
   */
  public static ConfigSource read(Path file) throws IOException {
    try {
      return new ConfigSource(file.toString(), TextFile.read(file));
    } catch (NotTextException e) {
      throw new ConfigException(String.valueOf(e.getMessage()));
    }
  }
}
