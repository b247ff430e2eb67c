package dev.syncopate.workload.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What is said about each way in which a file can be malformed. In the texts, | is a line break.
 */
class GraphErrorTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "''; g.gr: found the end of the file, expected the line 'p sp VERTICES ARCS'",
        "a 1 2 3; g.gr:1: found 'a', expected a comment or the line 'p sp VERTICES ARCS'",
        "p edge 2 1; g.gr:1: found 'edge', expected the problem 'sp'",
        "p; g.gr:1: found the end of the file, expected the problem 'sp'",
        "p sp 2; g.gr:1: found the end of the file, expected a number of arcs",
        "p sp x 1; g.gr:1: found 'x', expected a number of vertices from 0 to 67108864",
        "p sp 67108865 1; g.gr:1: found '67108865', expected a number of vertices from 0 to"
            + " 67108864",
        "p sp 2 -1; g.gr:1: found '-1', expected a number of arcs from 0 to 536870912",
        "p sp 2 1 9; g.gr:1: found '9', expected the end of the line",
        "p sp 2 1|p sp 2 1; g.gr:2: found 'p', expected a comment or the line 'a FROM TO WEIGHT'",
        "p sp 2 1|a 0 2 3; g.gr:2: found '0', expected a vertex from 1 to 2",
        "p sp 2 1|a 1 3 3; g.gr:2: found '3', expected a vertex from 1 to 2",
        "p sp 2 1|a 1 -2 3; g.gr:2: found '-2', expected a vertex from 1 to 2",
        "p sp 2 1|c|a 1 two 3; g.gr:3: found 'two', expected a vertex from 1 to 2",
        "p sp 2 1|a 1 2x 3; g.gr:2: found '2x', expected a vertex from 1 to 2",
        "p sp 2 1|a 1 2|; g.gr:2: found the end of the line, expected a weight",
        "p sp 2 1|a 1 2 1.5; g.gr:2: found '1.5', expected a weight from -2147483648 to 2147483647",
        "p sp 2 1|a 1 2 99999999999999999999; g.gr:2: found '99999999999999999999', expected a"
            + " weight from -2147483648 to 2147483647",
        "p sp 2 1|a 1 2 3 4; g.gr:2: found '4', expected the end of the line",
        "p sp 2 1|e 1 2 3; g.gr:2: found 'e', expected a comment or the line 'a FROM TO WEIGHT'",
        "p sp 2 2|a 1 2 3|; g.gr:2: found the end of the file after 1 arcs, expected the 2 arcs of"
            + " the p line",
        "p sp 2 1|a 1 2 3|a 2 1 3; g.gr:3: found arc 2, expected no more than the 1 arcs of the p"
            + " line",
      })
  void dimacs(String text, String message) {
    assertMessage("g.gr", text, message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "% only|; g.graph:1: found the end of the file, expected a line 'VERTICES EDGES [FMT"
            + " [NCON]]'",
        "x 1; g.graph:1: found 'x', expected a number of vertices from 0 to 67108864",
        "2|2|1; g.graph:1: found the end of the line, expected a number of edges",
        "2 300000000; g.graph:1: found '300000000', expected a number of edges from 0 to 268435456",
        "2 1 2|2|1; g.graph:1: found '2', expected a format of up to three digits 0 or 1",
        "2 1 0011|2|1; g.graph:1: found '0011', expected a format of up to three digits 0 or 1",
        "2 1 11 0|2|1; g.graph:1: found '0', expected a number of vertex weights from 1 to 1000",
        "2 1 1 1|2|1; g.graph:1: found '1', expected the end of the line",
        "2 1|2; g.graph:2: found the end of the file after 1 vertices, expected a line for each of"
            + " 2",
        "2 1|3|1; g.graph:2: found '3', expected a vertex from 1 to 2",
        "2 1|0|1; g.graph:2: found '0', expected a vertex from 1 to 2",
        "2 1|2|%|a; g.graph:4: found 'a', expected a vertex from 1 to 2",
        "2 1|2|1 1; g.graph:3: found neighbour 3, expected 2 × 1 neighbours in all",
        "2 2|2|1; g.graph:3: found 2 neighbours in all, expected 2 × 2",
        "2 1|2|1||1; g.graph:5: found a line after the last vertex, expected the end of the file"
            + " after 2 vertices",
        "2 1 1|2 5|1; g.graph:3: found the end of the file, expected an edge weight",
        "2 1 1|2 -5|1 5; g.graph:2: found '-5', expected an edge weight from 0 to 2147483647",
        "2 1 10||1 1; g.graph:2: found the end of the line, expected a size or weight of the"
            + " vertex",
      })
  void metis(String text, String message) {
    assertMessage("g.graph", text, message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "''; g.mtx: found an empty file, expected the line '%%MatrixMarket matrix coordinate ...'",
        "3 3 1; g.mtx:1: found '3', expected '%%MatrixMarket'",
        "%%MatrixMarket vector; g.mtx:1: found 'vector', expected 'matrix'",
        "%%MatrixMarket matrix array real general; g.mtx:1: found 'array', expected 'coordinate'",
        "%%MatrixMarket matrix coordinate complex general; g.mtx:1: found 'complex', expected one"
            + " of pattern, integer, real",
        "%%MatrixMarket matrix coordinate real hermitian; g.mtx:1: found 'hermitian', expected one"
            + " of general, symmetric",
        "%%MatrixMarket matrix coordinate real; g.mtx:1: found the end of the file, expected one of"
            + " general, symmetric",
        "%%MatrixMarket matrix coordinate real general|%; g.mtx:2: found the end of the file,"
            + " expected a line 'ROWS COLUMNS ENTRIES'",
        "%%MatrixMarket matrix coordinate real general|2 3 1; g.mtx:2: found 2 rows and 3 columns,"
            + " expected a square matrix",
        "%%MatrixMarket matrix coordinate real general|2 2 1|1 3 1; g.mtx:3: found '3', expected a"
            + " column from 1 to 2",
        "%%MatrixMarket matrix coordinate real general|2 2 1|0 1 1; g.mtx:3: found '0', expected a"
            + " row from 1 to 2",
        "%%MatrixMarket matrix coordinate real general|2 2 1|1 1; g.mtx:3: found the end of the"
            + " file, expected a value",
        "%%MatrixMarket matrix coordinate real general|2 2 1|1 1 nan; g.mtx:3: found 'nan',"
            + " expected a value",
        "%%MatrixMarket matrix coordinate real general|2 2 1|1 1 1e999; g.mtx:3: found '1e999',"
            + " expected a value",
        "%%MatrixMarket matrix coordinate real general|2 2 1|1 1 1.2.3; g.mtx:3: found '1.2.3',"
            + " expected a value",
        "%%MatrixMarket matrix coordinate pattern general|2 2 1|1 1 1; g.mtx:3: found '1', expected"
            + " the end of the line",
        "%%MatrixMarket matrix coordinate pattern symmetric|2 2 1|1 2; g.mtx:3: found entry (1, 2),"
            + " expected the lower triangle of a symmetric matrix only",
        "%%MatrixMarket matrix coordinate pattern general|2 2 2|1 2; g.mtx:3: found the end of the"
            + " file after 1 entries, expected the 2 of the size line",
        "%%MatrixMarket matrix coordinate pattern general|2 2 1|1 2|2 1; g.mtx:4: found entry 2,"
            + " expected no more than the 1 entries of the size line",
      })
  void matrixMarket(String text, String message) {
    assertMessage("g.mtx", text, message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "1; g.txt:1: found the end of the file, expected a vertex",
        "1 2|3|; g.txt:2: found the end of the line, expected a vertex",
        "1 b; g.txt:1: found 'b', expected a vertex from 0 to 2147483647",
        "1 -2; g.txt:1: found '-2', expected a vertex from 0 to 2147483647",
        "1 2147483648; g.txt:1: found '2147483648', expected a vertex from 0 to 2147483647",
        "1 2|1 3 5; g.txt:2: found '5', expected the end of the line",
        "1 2 5|1 3; g.txt:2: found the end of the file, expected a weight",
        "1 2 x; g.txt:1: found 'x', expected a weight",
        "1 2 5 7; g.txt:1: found '7', expected the end of the line",
        "# Nodes: 2 Edges: 2|1 2; g.txt:2: found the end of the file after 1 arcs, expected the 2"
            + " that the comment 'Edges:' names",
      })
  void edgeList(String text, String message) {
    assertMessage("g.txt", text, message);
  }

  @Test
  void unprintableBytesAreShownAsHexadecimal() {
    assertMessage(
        "g.txt", "1 \u0001", "g.txt:1: found '\\x01', expected a vertex from 0 to 2147483647");
  }

  @Test
  void aByteThatIsNoTextIsSaidEvenInAComment() {
    String expected = " of the file, expected text in UTF-8";
    assertMessage("g.txt", "1 \u00ff", "g.txt:1:3: found byte 0xff, number 3" + expected);
    assertMessage(
        "g.gr", "c by|c Z\u00fcrich|p sp 0 0", "g.gr:2:4: found byte 0xfc, number 9" + expected);
    String longComment = "c a long comment\n".repeat(10_000);
    assertMessage(
        "g.gr",
        longComment + "c \u00fc",
        "g.gr:10001:3: found byte 0xfc, number 170,003" + expected);
    byte[] right = "c Z\u00fcrich\np sp 0 0\n".getBytes(StandardCharsets.UTF_8);
    assertThat(GraphTexts.read("g.gr", right).vertices()).isZero();
  }

  @Test
  void longTokensAreCut() {
    String digits = "9".repeat(1000);
    assertMessage(
        "g.txt",
        "1 " + digits,
        "g.txt:1: found '"
            + digits.substring(0, 40)
            + "…', expected a vertex from 0 to 2147483647");
  }

  @Test
  void anUnknownExtensionNamesThoseKnown() {
    String expectation = "expected one of .gr, .graph, .mtx, .txt, .edges, also with .gz or .xz";
    assertMessage("g.csv", "", "g.csv: found extension '.csv', " + expectation);
    assertMessage("graph.xz", "", "graph.xz: found no extension, " + expectation);
  }

  @Test
  void aMissingFileIsSaid(@TempDir Path folder) {
    Path file = folder.resolve("none.gr");
    GraphFormatException e =
        catchThrowableOfType(GraphFormatException.class, () -> GraphReader.read(file));
    assertThat(e).hasMessage(file + ": found no such file");
  }

  @Test
  void aTruncatedOrUncompressedCompressedFileIsSaid() throws IOException {
    ByteArrayOutputStream gz = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(gz)) {
      out.write(GraphTexts.DIMACS.getBytes(StandardCharsets.US_ASCII));
    }
    byte[] half = Arrays.copyOf(gz.toByteArray(), gz.size() - 12);
    GraphFormatException cut =
        catchThrowableOfType(GraphFormatException.class, () -> GraphTexts.read("g.gr.gz", half));
    assertThat(cut)
        .hasMessageMatching("g.gr.gz:\\d*:? ?found damaged data \\(.*\\), expected a whole file");
    assertMessage(
        "g.gr.gz",
        "p sp 0 0\n",
        "g.gr.gz: found data that is not compressed as the name says (Not in GZIP format), expected"
            + " gzip");
    assertMessage(
        "g.gr.xz",
        "p sp 0 0 and more text than a header\n",
        "g.gr.xz: found data that is not compressed as the name says (Input is not in the XZ"
            + " format), expected xz");
    assertMessage(
        "g.gr.xz",
        "p sp 0 0\n",
        "g.gr.xz: found data that is not compressed as the name says (it ends too early), expected"
            + " xz");
  }

  private static void assertMessage(String file, String text, String message) {
    GraphFormatException e =
        catchThrowableOfType(
            GraphFormatException.class, () -> GraphTexts.read(file, text.replace('|', '\n')));
    assertThat(e).as(text).isNotNull().hasMessage(message);
  }
}
