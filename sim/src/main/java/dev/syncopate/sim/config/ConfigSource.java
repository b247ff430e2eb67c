package dev.syncopate.sim.config;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
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
    byte[] bytes = Files.readAllBytes(file);
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate(bytes.length);
    boolean wrong = StandardCharsets.UTF_8.newDecoder().decode(in, out, true).isError();
    String text = out.flip().toString();
    if (wrong) {
      int line = (int) text.chars().filter(c -> c == '\n').count();
      int column = text.length() - 1 - text.lastIndexOf('\n');
      ConfigSource shown =
          new ConfigSource(file.toString(), new String(bytes, StandardCharsets.UTF_8));
      throw new ConfigException(
          new Place.Position(shown, line, column)
              .error(
                  "found byte 0x%02x, number %,d of the file, which is not UTF-8, expected YAML"
                      .formatted(bytes[in.position()], in.position() + 1)));
    }
    return new ConfigSource(file.toString(), text);
  }
}
