package dev.syncopate.workload.graph;

/**
 * Matrix Market's coordinate format (Boisvert, Pozo, Remington: "The Matrix Market exchange
 * formats", NISTIR 5935): a square matrix is a graph whose arcs are the entries.
 *
 * <pre>
 * %%MatrixMarket matrix coordinate (pattern|integer|real) (general|symmetric)
 * % comment
 * ROWS COLUMNS ENTRIES
 * ROW COLUMN [VALUE]       from 1; if symmetric the lower triangle only
 * </pre>
 */
final class MatrixMarketReader {
  private MatrixMarketReader() {}

  static Graph read(TextSource source) {
    if (!source.nextLine()) {
      throw source.failure("an empty file", "the line '%%MatrixMarket matrix coordinate ...'");
    }
    expect(source, "%%matrixmarket", "%%MatrixMarket");
    expect(source, "matrix", "matrix");
    expect(source, "coordinate", "coordinate");
    boolean weighted = oneOf(source, "pattern", "integer", "real") > 0;
    boolean symmetric = oneOf(source, "general", "symmetric") > 0;
    source.endLine();
    if (!nextData(source)) {
      throw source.failure("the end of the file", "a line 'ROWS COLUMNS ENTRIES'");
    }
    int vertices = source.whole("a number of rows", 0, Graph.MAX_VERTICES);
    int columns = source.whole("a number of columns", 0, Graph.MAX_VERTICES);
    if (columns != vertices) {
      throw source.failure(vertices + " rows and " + columns + " columns", "a square matrix");
    }
    int entries =
        source.whole("a number of entries", 0, symmetric ? Graph.MAX_ARCS / 2 : Graph.MAX_ARCS);
    source.endLine();
    ArcList arcs = new ArcList(weighted);
    int read = 0;
    while (nextData(source)) {
      if (read == entries) {
        throw source.failure(
            "entry " + (entries + 1L), "no more than the " + entries + " entries of the size line");
      }
      int row = source.whole("a row", 1, vertices) - 1;
      int column = source.whole("a column", 1, vertices) - 1;
      double value = weighted ? source.real("a value") : 1;
      source.endLine();
      if (symmetric && row < column) {
        throw source.failure(
            "entry (" + (row + 1) + ", " + (column + 1) + ")",
            "the lower triangle of a symmetric matrix only");
      }
      arcs.add(row, column, value);
      if (symmetric && row != column) {
        arcs.add(column, row, value);
      }
      read++;
    }
    if (read != entries) {
      throw source.failure(
          "the end of the file after " + read + " entries", "the " + entries + " of the size line");
    }
    return arcs.graph(vertices);
  }

  private static void expect(TextSource source, String lower, String shown) {
    if (!source.word("'" + shown + "'").equals(lower)) {
      throw source.unexpected("'" + shown + "'");
    }
  }

  private static int oneOf(TextSource source, String... words) {
    String expected = "one of " + String.join(", ", words);
    String word = source.word(expected);
    for (int i = 0; i < words.length; i++) {
      if (words[i].equals(word)) {
        return i;
      }
    }
    throw source.unexpected(expected);
  }

  /** Goes to the next line that is neither blank nor a comment. */
  private static boolean nextData(TextSource source) {
    do {
      if (!source.nextLine()) {
        return false;
      }
    } while (source.endOfLine() || source.first() == '%');
    return true;
  }
}
