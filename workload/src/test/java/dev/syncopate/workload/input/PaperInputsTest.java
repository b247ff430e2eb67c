package dev.syncopate.workload.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.syncopate.workload.graph.Graph;
import dev.syncopate.workload.graph.GraphFormatException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Stand-ins have the published counts and the degrees of their class; originals come first. */
class PaperInputsTest {
  /** Whole stand-ins, each of which takes up to a second to draw. */
  private static final Map<PaperInput, InputGraph> WHOLE = new EnumMap<>(PaperInput.class);

  private static InputGraph whole(PaperInput input) {
    return WHOLE.computeIfAbsent(
        input, paperInput -> PaperInputs.open(paperInput.inputName(), null, 1));
  }

  @AfterAll
  static void forget() {
    WHOLE.clear();
  }

  private static int[] degrees(Graph graph) {
    return IntStream.range(0, graph.vertices()).map(graph::outDegree).sorted().toArray();
  }

  private static int components(Graph graph) {
    UnionFind components = new UnionFind(graph.vertices());
    int count = graph.vertices();
    for (int v = 0; v < graph.vertices(); v++) {
      for (int i = graph.offsets()[v]; i < graph.offsets()[v + 1]; i++) {
        count -= components.join(v, graph.targets()[i]) ? 1 : 0;
      }
    }
    return count;
  }

  /**
   * Counts exactly; degrees within bands around those of the originals or, where those are not at
   * hand, of the graphs of their class in the manifest of datasets.
   */
  @ParameterizedTest(name = "{0}")
  @CsvSource({
    // input, components, median, p90 from, to, p99 from, to, largest from, to
    "DIP, 1, 2, 7, 11, 30, 45, 200, 300",
    "ROAD_BAY, 1, 3, 4, 4, 4, 4, 5, 8",
    "ROAD_COL, 1, 3, 4, 4, 4, 4, 5, 8",
    "ROAD_NY, 1, 3, 4, 4, 4, 5, 5, 8",
    "ECOLOGY, 1, 4, 4, 4, 4, 4, 4, 4",
    "CIRCUIT, 1, 4, 4, 4, 4, 4, 4, 5",
    "COND_MAT, 1543, 4, 15, 19, 40, 60, 150, 300",
    "SMALL_WORLD, 1, 10, 10, 13, 12, 15, 14, 19",
    "DBLP, 1, 4, 12, 16, 30, 45, 180, 450",
    "ITDK, 1, 3, 12, 14, 50, 60, 1000, 1100",
    "CAIDA, 334, 3, 12, 14, 50, 60, 1000, 1100",
    "ROADS_AK, 1, 2, 3, 3, 4, 4, 4, 8",
    "OLESNIK, 1, 8, 9, 9, 10, 12, 11, 13",
    "WING, 1, 4, 4, 4, 4, 4, 4, 4",
    "ENRON, 750, 3, 16, 19, 120, 145, 1250, 1400",
    "BLOCKS_VT, 1, 4, 7, 8, 15, 18, 45, 60",
    "BLOCKS_NH, 1, 4, 7, 8, 15, 18, 45, 60"
  })
  void aStandInHasTheCountsAndDegreesOfItsClass(
      PaperInput input,
      int components,
      int median,
      int p90From,
      int p90To,
      int p99From,
      int p99To,
      int largestFrom,
      int largestTo) {
    InputGraph opened = whole(input);
    assertThat(opened.original()).isFalse();
    assertThat(opened.name()).isEqualTo(input.standInName()).isNotEqualTo(input.inputName());
    Graph graph = opened.graph();
    int n = graph.vertices();
    assertThat(n).isEqualTo(input.vertices());
    assertThat(graph.arcs()).isEqualTo(2 * input.edges());
    assertSimple(graph);
    int[] degrees = degrees(graph);
    SoftAssertions softly = new SoftAssertions();
    softly.assertThat(components(graph)).as("components").isEqualTo(components);
    softly.assertThat(degrees[n / 2]).as("median").isEqualTo(median);
    softly.assertThat(degrees[(int) (0.9 * n)]).as("p90").isBetween(p90From, p90To);
    softly.assertThat(degrees[(int) (0.99 * n)]).as("p99").isBetween(p99From, p99To);
    softly.assertThat(degrees[n - 1]).as("largest").isBetween(largestFrom, largestTo);
    softly.assertAll();
  }

  /** Both arcs of each edge, none twice, no loops. */
  private static void assertSimple(Graph graph) {
    long sum = 0;
    for (int v = 0; v < graph.vertices(); v++) {
      for (int i = graph.offsets()[v]; i < graph.offsets()[v + 1]; i++) {
        int w = graph.targets()[i];
        boolean ascending = i == graph.offsets()[v] || graph.targets()[i - 1] < w;
        if (!ascending || w == v) {
          assertThat(ascending && w != v).as("arc %d -> %d", v, w).isTrue();
        }
        long pair = ((long) Math.min(v, w) << 32) + Math.max(v, w);
        sum += (v < w ? 1 : -1) * (pair * 0x9e3779b97f4a7c15L);
      }
    }
    assertThat(sum).as("every arc has its reverse").isZero();
  }

  @ParameterizedTest
  @CsvSource({"ROAD_BAY, 0.228, 0.203, 0.439, 0.128", "ROAD_NY, 0.156, 0.153, 0.471, 0.216"})
  void roadsMeetAsTheOriginalsDo(
      PaperInput input, double one, double two, double three, double four) {
    int[] degrees = degrees(whole(input).graph());
    double[] shares = {0, one, two, three, four};
    for (int degree = 1; degree <= 4; degree++) {
      int wantedDegree = degree;
      double share =
          Arrays.stream(degrees).filter(d -> d == wantedDegree).count() / (double) degrees.length;
      assertThat(share).as("degree %d", degree).isCloseTo(shares[degree], within(0.08));
    }
  }

  @Test
  void roadsAreLongAndHaveTheOriginalsLengths() {
    Graph graph = whole(PaperInput.ROAD_COL).graph();
    double[] weights = graph.weights();
    assertThat(weights).isNotNull();
    if (weights != null) {
      assertThat(Arrays.stream(weights).average().orElse(0)).isCloseTo(1630, within(160.0));
      assertThat(Arrays.stream(weights).min().orElse(0)).isGreaterThanOrEqualTo(1);
      assertThat(Arrays.stream(weights).max().orElse(0)).isBetween(50_000.0, 94_305.0);
    }
    assertThat(reach(graph)).as("arcs to the furthest vertex").isGreaterThan(1000);
  }

  /** Breadth-first search from vertex 0. */
  private static int reach(Graph graph) {
    int[] distance = new int[graph.vertices()];
    Arrays.fill(distance, -1);
    int[] queue = new int[graph.vertices()];
    int end = 1;
    distance[0] = 0;
    for (int head = 0; head < end; head++) {
      int v = queue[head];
      for (int i = graph.offsets()[v]; i < graph.offsets()[v + 1]; i++) {
        if (distance[graph.targets()[i]] < 0) {
          distance[graph.targets()[i]] = distance[v] + 1;
          queue[end++] = graph.targets()[i];
        }
      }
    }
    return distance[queue[end - 1]];
  }

  @Test
  void theGridIsTheOriginals() {
    Graph grid = whole(PaperInput.ECOLOGY).graph();
    assertThat(Arrays.copyOfRange(grid.targets(), 0, 5)).containsExactly(1, 1000, 0, 2, 1001);
    int middle = grid.offsets()[500_500];
    assertThat(Arrays.copyOfRange(grid.targets(), middle, middle + 4))
        .containsExactly(499_500, 500_499, 500_501, 501_500);
  }

  @ParameterizedTest
  @EnumSource
  void aReducedStandInIsOfItsClassAndTheSeedDecides(PaperInput input) {
    InputGraph small = PaperInputs.open(input.inputName() + "/64", null, 3);
    Graph graph = small.graph();
    assertThat(small.name()).isEqualTo(input.standInName() + "/64");
    assertThat(graph.vertices())
        .isCloseTo(Math.max(256, input.vertices() / 64), within(graph.vertices() / 50));
    assertThat(graph.arcs() / (double) graph.vertices())
        .isCloseTo(2.0 * input.edges() / input.vertices(), within(0.05));
    assertSimple(graph);
    assertThat(input.standIn(64, 3).graph().targets()).isEqualTo(graph.targets());
    if (input != PaperInput.ECOLOGY) {
      assertThat(input.standIn(64, 4).graph().targets()).isNotEqualTo(graph.targets());
    }
  }

  /** Golden values: results with stand-ins stay comparable from version to version. */
  @Test
  void standInsAreTheSameOnEveryMachine() {
    int[] hashes =
        Arrays.stream(PaperInput.values())
            .mapToInt(input -> Arrays.hashCode(input.standIn(64, 1).graph().targets()))
            .toArray();
    assertThat(hashes)
        .containsExactly(
            -1215943452,
            -1462355817,
            1099809757,
            -2092397772,
            751882561,
            -1830897598,
            979548480,
            -1577247910,
            -1421959829,
            -1915159066,
            -2091302447,
            1955466205,
            590085279,
            -1628490232,
            -1350562380,
            1878480084,
            133299875,
            -978674307,
            -1497237682,
            1066878525,
            -1556692505,
            -464502320,
            -1231168599,
            -714003491,
            -522176115,
            1038194422);
  }

  @Test
  void theFirstVerticesOfCrawledGraphsHaveTheMostEdges() {
    for (PaperInput input : new PaperInput[] {PaperInput.ITDK, PaperInput.DBLP, PaperInput.DIP}) {
      Graph graph = input.standIn(4, 1).graph();
      int tenth = graph.vertices() / 10;
      double first = graph.offsets()[tenth] / (double) tenth;
      double last = (graph.arcs() - graph.offsets()[graph.vertices() - tenth]) / (double) tenth;
      assertThat(first).as(input.inputName()).isGreaterThan(4 * last);
    }
  }

  /** In amazon0302 and its like, two of five pairs that a product leads to are bought together. */
  @ParameterizedTest
  @CsvSource({"AMAZON, 0.25, 0.5", "BLOCKS_ND, 0.3, 0.5", "WING, 0, 0.05"})
  void neighboursAreNeighboursAsOftenAsInTheirClass(PaperInput input, double lower, double upper) {
    Graph graph = input.standIn(16, 1).graph();
    long pairs = 0;
    long closed = 0;
    for (int v = 0; v < graph.vertices(); v++) {
      for (int i = graph.offsets()[v] + 1; i < graph.offsets()[v + 1]; i++) {
        int u = graph.targets()[i - 1];
        int end = graph.offsets()[u + 1];
        pairs++;
        closed +=
            Arrays.binarySearch(graph.targets(), graph.offsets()[u], end, graph.targets()[i]) >= 0
                ? 1
                : 0;
      }
    }
    assertThat(closed / (double) pairs).isBetween(lower, upper);
  }

  @Test
  void aNameOfItsFilesIsANameOfTheGraph() {
    assertThat(PaperInputs.find("amazon")).isEqualTo(PaperInput.AMAZON);
    assertThat(PaperInputs.find("Tech-RL-caida")).isEqualTo(PaperInput.ITDK);
  }

  @Test
  void theOriginalComesFirstIfItsFileIsThere(@TempDir Path folder) throws IOException {
    Files.writeString(folder.resolve("usa-road-d.bay.gr"), "p sp 2 2\na 1 2 7\na 2 1 7\n");
    Files.writeString(folder.resolve("tech-RL-caida.edges"), "1 2\n2 3\n");
    InputGraph bay = PaperInputs.open("USA-road-d.BAY", folder, 1);
    assertThat(bay.original()).isTrue();
    assertThat(bay.name()).isEqualTo("USA-road-d.BAY");
    assertThat(bay.graph().weights()).containsExactly(7, 7);
    InputGraph itdk = PaperInputs.open("itdk0304_rlinks_undirected_MAX", folder, 1);
    assertThat(itdk.original()).isTrue();
    assertThat(itdk.graph().arcs()).as("edges listed once lead both ways").isEqualTo(4);
    assertThat(PaperInputs.open("bay-like/1000", folder, 1).original()).isFalse();
    assertThat(PaperInputs.open("USA-road-d.BAY/1000", folder, 1).original()).isFalse();
    assertThat(PaperInputs.open("USA-road-d.NY/1000", folder, 1).original()).isFalse();
  }

  @Test
  void aDamagedOriginalIsSaid(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("USA-road-d.NY.gr"), "p sp 2\n");
    assertThatThrownBy(() -> PaperInputs.open("USA-road-d.NY", folder, 1))
        .isInstanceOf(GraphFormatException.class)
        .hasMessageStartingWith(file + ":1: ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"dip-like/0", "dip-like/x", "dip-like/-1", "dip-like/2000000"})
  void impossibleScalesAreRefused(String name) {
    assertThatThrownBy(() -> PaperInputs.open(name, null, 1))
        .isInstanceOf(UnknownInputException.class)
        .hasMessage(
            "the scale of input '%s' must be a number from 1 to 1048576, not '%s'"
                .formatted(name, name.substring(9)));
  }

  @Test
  void unknownNamesAreRefusedWithAHint() {
    assertThatThrownBy(() -> PaperInputs.open("USA-road-d.BAI", null, 1))
        .isInstanceOf(UnknownInputException.class)
        .hasMessageStartingWith(
            "there is no input 'USA-road-d.BAI'; did you mean USA-road-d.BAY?; there are dip2009");
  }

  @Test
  void theCurveGoesThroughNeighbours() {
    for (long i = 0; i < 5000; i++) {
      long point = Hilbert.point(i);
      long next = Hilbert.point(i + 1);
      int dx = (int) (next >>> 32) - (int) (point >>> 32);
      int dy = (int) next - (int) point;
      assertThat(Math.abs(dx) + Math.abs(dy)).isEqualTo(1);
      assertThat(Hilbert.index((int) (point >>> 32), (int) point)).isEqualTo(i);
    }
  }
}
