package dev.syncopate.workload.graph;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A text format for graphs, known by the file's extension (in front of {@code .gz} or {@code .xz}).
 */
public enum GraphFormat {
  /**
   * 9th DIMACS challenge, shortest paths: {@code p sp n m} and {@code a from to weight}, vertices
   * from 1.
   */
  DIMACS(List.of(".gr")) {
    @Override
    Graph read(TextSource source) {
      return DimacsReader.read(source);
    }
  },
  /**
   * METIS and the 10th DIMACS challenge: {@code n m [fmt [ncon]]}, then a line of neighbours for
   * each vertex, from 1.
   */
  METIS(List.of(".graph")) {
    @Override
    Graph read(TextSource source) {
      return MetisReader.read(source);
    }
  },
  /**
   * NIST's Matrix Market, coordinate format: entry (i, j) is an arc from i to j; a symmetric one is
   * two arcs.
   */
  MATRIX_MARKET(List.of(".mtx")) {
    @Override
    Graph read(TextSource source) {
      return MatrixMarketReader.read(source);
    }
  },
  /** An arc a line, as in SNAP's files and many others; see {@link EdgeListReader}. */
  EDGE_LIST(List.of(".txt", ".edges")) {
    @Override
    Graph read(TextSource source) {
      return EdgeListReader.read(source);
    }
  };

  @SuppressWarnings("ImmutableEnumChecker") // made by List.of
  private final List<String> extensions;

  GraphFormat(List<String> extensions) {
    this.extensions = extensions;
  }

  abstract Graph read(TextSource source);

  /** Whether a file has that name, upper or lower case, before the extension of a known format. */
  public static boolean names(Path file, String name) {
    String plain =
        file.getFileName().toString().toLowerCase(Locale.ROOT).replaceFirst("\\.(gz|xz)$", "");
    return Arrays.stream(values())
        .flatMap(format -> format.extensions.stream())
        .anyMatch(extension -> plain.equals(name.toLowerCase(Locale.ROOT) + extension));
  }

  /**
   * The format of a file of that name.
   *
   * @throws GraphFormatException if the extension is none of those known
   */
  public static GraphFormat of(String fileName) {
    String plain = fileName.toLowerCase(Locale.ROOT).replaceFirst("\\.(gz|xz)$", "");
    for (GraphFormat format : values()) {
      if (format.extensions.stream().anyMatch(plain::endsWith)) {
        return format;
      }
    }
    int dot = plain.lastIndexOf('.');
    String foundText = dot < 0 ? "no extension" : "extension '" + plain.substring(dot) + "'";
    String knownExtensions =
        Arrays.stream(values())
            .flatMap(format -> format.extensions.stream())
            .collect(Collectors.joining(", "));
    throw new GraphFormatException(
        fileName,
        0,
        "found " + foundText + ", expected one of " + knownExtensions + ", also with .gz or .xz");
  }
}
