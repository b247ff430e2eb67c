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
    try (InputStream in = Files.newInputStream(file)) {
      return read(name, in, format);
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
  public static Graph read(String name, InputStream in, GraphFormat format) {
    InputStream text = new TextStream(name, decompressed(name, in));
    try {
      return format.read(new TextSource(name, text));
    } catch (NotTextException e) {
      throw new GraphFormatException(name, e);
    }
  }

  private static InputStream decompressed(String name, InputStream in) {
    String lower = name.toLowerCase(Locale.ROOT);
    try {
      if (lower.endsWith(".gz")) {
        return new GZIPInputStream(in, 1 << 16);
      }
      return lower.endsWith(".xz") ? new XZInputStream(in, XZ_MEMORY_KIB) : in;
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
