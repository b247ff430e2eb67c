package dev.syncopate.workload.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

/** What each format's well-formed files mean. */
class GraphReaderTest {
  @Test
  void dimacsArcsKeepDirectionWeightAndOrder() {
    Graph graph = GraphTexts.read("g.gr", GraphTexts.DIMACS);
    assertThat(graph.vertices()).isEqualTo(3);
    assertThat(GraphTexts.arcs(graph))
        .containsExactly("0>1:7.0", "0>2:-2.0", "1>1:2.147483647E9", "2>0:0.0");
  }

  @Test
  void metisEdgesAreTwoArcsAndABlankLineIsAVertexWithoutAny() {
    Graph graph = GraphTexts.read("g.graph", GraphTexts.METIS);
    assertThat(graph.vertices()).isEqualTo(4);
    assertThat(graph.weights()).isNull();
    assertThat(GraphTexts.arcs(graph)).containsExactly("0>1", "0>2", "1>0", "1>2", "2>0", "2>1");
    assertThat(graph.outDegree(3)).isZero();
  }

  @Test
  void metisFormatFlagsSkipSizesAndVertexWeightsAndKeepEdgeWeights() {
    assertThat(GraphTexts.arcs(GraphTexts.read("g.graph", GraphTexts.METIS_WEIGHTS)))
        .containsExactly("0>1:5.0", "1>0:5.0", "1>2:6.0", "2>1:6.0");
    assertThat(GraphTexts.arcs(GraphTexts.read("g.graph", "2 1 10\n8 2\n8 1\n")))
        .containsExactly("0>1", "1>0");
    assertThat(GraphTexts.arcs(GraphTexts.read("g.graph", "2 1 001\n2 8\n1 8\n")))
        .containsExactly("0>1:8.0", "1>0:8.0");
    assertThat(GraphTexts.arcs(GraphTexts.read("g.graph", "2 1 100\n4 2\n4 1\n")))
        .containsExactly("0>1", "1>0");
  }

  @Test
  void aSymmetricMatrixIsMirroredExceptForItsDiagonal() {
    assertThat(GraphTexts.arcs(GraphTexts.read("g.mtx", GraphTexts.MATRIX)))
        .containsExactly("0>0:4.5", "0>1:-0.001", "1>0:-0.001", "1>2:0.25", "2>1:0.25");
  }

  @Test
  void aGeneralPatternMatrixIsItsEntriesWithoutWeights() {
    String text = "%%matrixmarket MATRIX Coordinate Pattern GENERAL\n2 2 2\n2 1\n1 1\n";
    Graph graph = GraphTexts.read("g.mtx", text);
    assertThat(graph.weights()).isNull();
    assertThat(GraphTexts.arcs(graph)).containsExactly("0>0", "1>0");
  }

  @Test
  void anIntegerMatrixHasWeights() {
    String text = "%%MatrixMarket matrix coordinate integer general\n2 2 1\n2 1 -7\n";
    assertThat(GraphTexts.arcs(GraphTexts.read("g.mtx", text))).containsExactly("1>0:-7.0");
  }

  @Test
  void edgeListVerticesAreRenumberedInAscendingOrder() {
    Graph graph = GraphTexts.read("g.txt", GraphTexts.EDGES);
    assertThat(graph.vertices()).isEqualTo(3);
    assertThat(GraphTexts.arcs(graph)).containsExactly("0>1", "1>2", "2>0");
    assertThat(GraphTexts.arcs(GraphTexts.read("g.edges", "% x\n1 2\n2 1\n")))
        .containsExactly("0>1", "1>0");
    assertThat(GraphTexts.arcs(GraphTexts.read("g.edges", "0 1\n\n1 0\n")))
        .containsExactly("0>1", "1>0");
  }

  @Test
  void edgeListWeightsAreAThirdColumn() {
    assertThat(GraphTexts.arcs(GraphTexts.read("g.txt", "1, 2, 0.5\n2, 1, 3\n")))
        .containsExactly("0>1:0.5", "1>0:3.0");
  }

  @Test
  void aFirstLineOfCountsIsNoArcAndKeepsVerticesWithoutArcs() {
    Graph fromZero = GraphTexts.read("g.txt", "4 5\n0 1\n1 0\n1 2\n2 1\n0 2\n");
    assertThat(fromZero.vertices()).isEqualTo(4);
    assertThat(GraphTexts.arcs(fromZero)).containsExactly("0>1", "0>2", "1>0", "1>2", "2>1");
    Graph fromOne = GraphTexts.read("g.txt", "4 5\n4 1\n1 4\n1 2\n2 1\n4 2\n");
    assertThat(fromOne.vertices()).isEqualTo(4);
    assertThat(GraphTexts.arcs(fromOne)).containsExactly("0>3", "0>1", "1>0", "3>0", "3>1");
  }

  @Test
  void aFirstLineThatOnlyLooksLikeCountsIsAnArc() {
    assertThat(GraphTexts.read("g.txt", "3 2\n1 2\n2 3\n").arcs()).isEqualTo(3);
    assertThat(GraphTexts.read("g.txt", "2 3\n0 1\n0 2\n1 2\n").arcs()).isEqualTo(4);
  }

  @Test
  void carriageReturnsAndAMissingLastLineBreakAreFine() {
    assertThat(GraphTexts.read("g.gr", "p sp 2 1\r\na 1 2 3").arcs()).isEqualTo(1);
    assertThat(GraphTexts.read("g.graph", "2 1\r\n2\r\n1").arcs()).isEqualTo(2);
  }

  @Test
  void anEmptyGraphIsAGraph() {
    assertThat(GraphTexts.read("g.gr", "p sp 0 0\n").vertices()).isZero();
    assertThat(GraphTexts.read("g.txt", "# nothing\n").vertices()).isZero();
    assertThat(GraphTexts.read("g.graph", "0 0\n").vertices()).isZero();
  }

  @Test
  void compressedFilesAreReadByTheirExtension(@TempDir Path folder) throws IOException {
    byte[] text = GraphTexts.DIMACS.getBytes(StandardCharsets.US_ASCII);
    ByteArrayOutputStream gz = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(gz)) {
      out.write(text);
    }
    ByteArrayOutputStream xz = new ByteArrayOutputStream();
    try (XZOutputStream out = new XZOutputStream(xz, new LZMA2Options())) {
      out.write(text);
    }
    Path gzFile = Files.write(folder.resolve("g.gr.gz"), gz.toByteArray());
    Path xzFile = Files.write(folder.resolve("g.gr.xz"), xz.toByteArray());
    assertThat(GraphTexts.arcs(GraphReader.read(gzFile))).hasSize(4);
    assertThat(GraphTexts.arcs(GraphReader.read(xzFile)))
        .isEqualTo(GraphTexts.arcs(GraphTexts.read("g.gr", text)));
  }

  @Test
  void linesLongerThanTheBufferAreRead() {
    StringBuilder text = new StringBuilder("30000 29999\n");
    for (int v = 2; v <= 30_000; v++) {
      text.append(v).append(' ');
    }
    text.append('\n').append("1\n".repeat(29_999));
    assertThat(GraphTexts.read("star.graph", text.toString()).outDegree(0)).isEqualTo(29_999);
  }
}
