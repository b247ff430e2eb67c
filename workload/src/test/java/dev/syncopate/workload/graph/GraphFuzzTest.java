package dev.syncopate.workload.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

/**
 * Damaged files give a {@link GraphFormatException} or a graph that is one, never anything else.
 */
class GraphFuzzTest {
  private static final int ROUNDS = 4000;
  private static final String PIECES = "0123456789 -+.,eE%#acpst\n\r\t\u0000\u00ff";

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void damagedFilesGiveTheClearErrorOnly(long seed) throws IOException {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    String[][] samples = {
      {"g.gr", GraphTexts.DIMACS},
      {"g.graph", GraphTexts.METIS},
      {"g.graph", GraphTexts.METIS_WEIGHTS},
      {"g.mtx", GraphTexts.MATRIX},
      {"g.txt", GraphTexts.EDGES},
    };
    int rejected = 0;
    for (int round = 0; round < ROUNDS; round++) {
      String[] sample = samples[round % samples.length];
      boolean xz = round % 11 == 0;
      byte[] bytes = sample[1].getBytes(StandardCharsets.ISO_8859_1);
      byte[] damaged = damage(xz ? compress(bytes) : bytes, random);
      String file = sample[0] + (xz ? ".xz" : "");
      try {
        check(GraphTexts.read(file, damaged));
      } catch (GraphFormatException e) {
        rejected++;
        assertThat(e).hasMessageStartingWith(file + ":");
      } catch (RuntimeException | Error e) {
        throw new AssertionError(
            "seed " + seed + ", round " + round + ", " + file + ":\n" + Arrays.toString(damaged),
            e);
      }
    }
    assertThat(rejected).as("seed %d", seed).isBetween(ROUNDS / 3, ROUNDS);
  }

  private static byte[] damage(byte[] bytes, RandomGenerator random) {
    byte[] result = bytes.clone();
    int times = 1 + random.nextInt(3);
    for (int i = 0; i < times && result.length > 0; i++) {
      int position = random.nextInt(result.length);
      byte piece = (byte) PIECES.charAt(random.nextInt(PIECES.length()));
      switch (random.nextInt(5)) {
        case 0 -> result[position] = piece;
        case 1 -> result[position] ^= (byte) (1 << random.nextInt(8));
        case 2 -> result = Arrays.copyOf(result, position);
        case 3 -> {
          byte[] longer = Arrays.copyOf(result, result.length + 1);
          System.arraycopy(result, position, longer, position + 1, result.length - position);
          longer[position] = piece;
          result = longer;
        }
        default -> {
          byte[] shorter = Arrays.copyOf(result, result.length - 1);
          System.arraycopy(result, position + 1, shorter, position, result.length - position - 1);
          result = shorter;
        }
      }
    }
    return result;
  }

  private static void check(Graph graph) {
    assertThat(graph.offsets()).startsWith(0).isSorted();
    assertThat(graph.offsets()[graph.vertices()]).isEqualTo(graph.targets().length);
    for (int target : graph.targets()) {
      assertThat(target).isBetween(0, graph.vertices() - 1);
    }
  }

  private static byte[] compress(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (XZOutputStream xz = new XZOutputStream(out, new LZMA2Options(0))) {
      xz.write(bytes);
    }
    return out.toByteArray();
  }
}
