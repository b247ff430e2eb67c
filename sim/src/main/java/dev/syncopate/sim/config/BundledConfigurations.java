package dev.syncopate.sim.config;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Bundled configurations: files {@code NAME.yaml} in the package of a class, which extend one
 * another by name.
 *
 * @param beside the class whose package holds them
 */
public record BundledConfigurations(Class<?> beside) implements BaseFiles {
  /**
   * Reads one of them.
   *
   * @param sections the members of open sections
   */
  public <T extends Record> T read(String name, Class<T> recordType, SectionTypes sections) {
    return ConfigReader.read(source(name), recordType, this, sections);
  }

  /** The text of one. */
  public ConfigSource source(String name) {
    String file = name + ".yaml";
    try (InputStream input = beside.getResourceAsStream(file)) {
      if (input == null) {
        throw new IllegalStateException(file + " is missing from this build");
      }
      return new ConfigSource(file, new String(input.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }

  @Override
  public ConfigSource find(String name, ConfigSource extending) {
    return source(name);
  }

  @Override
  public List<String> names() {
    return List.of();
  }
}
