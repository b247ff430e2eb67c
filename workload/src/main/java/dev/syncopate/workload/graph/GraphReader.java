package dev.syncopate.workload.graph;

import dev.syncopate.sim.config.FileErrors;
import dev.syncopate.sim.text.NotTextException;
import dev.syncopate.sim.text.TextStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import org.tukaani.xz.XZInputStream;

/**
 * Reads graph files: format and compression by extension, errors as {@link GraphFormatException}
 * only.
 */
public final class GraphReader {
  /**
   * What an {@code .xz} file may make its decoder allocate: enough for every preset of the xz tool.
   */
  private static final int XZ_MEMORY_KIB = 128 << 10;

  private GraphReader() {}

  /**
   * Reads a file.
   *
   * @throws GraphFormatException if there is no such file, or it is not a whole, well-formed graph
   *     of its format
   */
  public static Graph read(Path file) {
    String name = file.toString();
    GraphFormat format = GraphFormat.of(name);
    try (InputStream stream = Files.newInputStream(file)) {
      return read(name, stream, format);
    } catch (NoSuchFileException e) {
      throw new GraphFormatException(name, 0, "found no such file");
    } catch (IOException e) {
      throw new GraphFormatException(name, 0, "cannot be read: " + FileErrors.reason(e));
    }
  }

  /**
   * Reads a stream to its end; does not close it.
   *
   * @param name for messages; its extension says whether the stream is compressed
   */
  public static Graph read(String name, InputStream stream, GraphFormat format) {
    InputStream text = new TextStream(name, decompressed(name, stream));
    try {
      return format.read(new TextSource(name, text));
    } catch (NotTextException e) {
      throw new GraphFormatException(name, e);
    }
  }

  private static InputStream decompressed(String name, InputStream stream) {
    String lower = name.toLowerCase(Locale.ROOT);
    try {
      if (lower.endsWith(".gz")) {
        return new GZIPInputStream(stream, 1 << 16);
      }
      return lower.endsWith(".xz") ? new XZInputStream(stream, XZ_MEMORY_KIB) : stream;
    } catch (IOException e) {
      throw new GraphFormatException(
          name,
          0,
          "found data that is not compressed as the name says ("
              + FileErrors.reason(e)
              + "), expected "
              + (lower.endsWith(".gz") ? "gzip" : "xz"));
    }
  }
}
