package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Small programs of both compilers that were run wrongly, silently for the most part, as a user
 * launches them.
 */
class ReproducersTest {
  @TempDir private Path folder;

  /** What argument {@code result} holds after a launch of one CTA. */
  private int[] launch(String name, String divergence, int block, int result, String... arguments)
      throws IOException {
    return launch(name, divergence, 1, block, result, arguments);
  }

  private int[] launch(
      String name, String divergence, int grid, int block, int result, String... arguments)
      throws IOException {
    Path ptx = folder.resolve(name + ".ptx");
    try (InputStream stream =
        Objects.requireNonNull(
            ReproducersTest.class.getResourceAsStream("reproducer/" + name + ".ptx"))) {
      Files.write(ptx, stream.readAllBytes());
    }
    Path saved = folder.resolve("result.bin");
    List<String> words = new ArrayList<>(List.of("launch", ptx.toString()));
    words.addAll(List.of("--grid", "" + grid, "--block", "" + block));
    words.addAll(List.of("--set", "core.divergence=" + divergence));
    for (String argument : arguments) {
      words.addAll(List.of("--arg", argument));
    }
    words.addAll(List.of("--save", result + "=" + saved));
    Shell.Result ended = Shell.run(words.toArray(new String[0]));
    assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(saved)).order(ByteOrder.LITTLE_ENDIAN);
    int[] values = new int[bytes.remaining() / 4];
    bytes.asIntBuffer().get(values);
    return values;
  }

  private static int[] each(int count, IntUnaryOperator value) {
    return IntStream.range(0, count).map(value).toArray();
  }

  private String file(String name, int... values) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asIntBuffer().put(values);
    return "@" + Files.write(folder.resolve(name), bytes.array());
  }

  @ParameterizedTest
  @ValueSource(strings = {"its", "ipdom"})
  void lanesThatNameDifferentMasksShuffleAmongThem(String divergence) throws IOException {
    int[] last = each(32, i -> 130 + i % 2);
    assertThat(launch("shfl-groups-min", divergence, 32, 0, "s32[32]=zero")).isEqualTo(last);
    String[] outs = {"s32[32]=zero", "s32[32]=zero", "s32[32]=zero"};
    assertThat(launch("shfl-group-masks", divergence, 32, 0, outs)).isEqualTo(last);
    assertThat(launch("shfl-group-masks", divergence, 32, 1, outs))
        .isEqualTo(each(32, i -> 0x5555_5555 << i % 2));
    assertThat(launch("shfl-group-masks", divergence, 32, 2, outs))
        .isEqualTo(each(32, i -> i < 2 ? 100 + i : 98 + i));
  }

  @ParameterizedTest
  @ValueSource(strings = {"its", "ipdom"})
  void tilesOfSixteenLanesAddUpTheirOwn(String divergence) throws IOException {
    assertThat(launch("cg-tile16", divergence, 32, 0, "s32[32]=zero"))
        .isEqualTo(each(32, i -> i < 16 ? 120 : 376));
  }

  @ParameterizedTest
  @ValueSource(strings = {"its", "ipdom"})
  void labelledPartitionsReduceTheirOwn(String divergence) throws IOException {
    int[] labels = each(32, i -> i * i % 5);
    int[] values = each(32, i -> i * 37 % 61 - 20);
    String[] arguments = {
      "s32[32]=" + file("labels", labels),
      "s32[32]=" + file("values", values),
      "s32[32]=zero",
      "s32[32]=zero"
    };
    assertThat(launch("cg-labeled-reduce-75", divergence, 32, 2, arguments))
        .isEqualTo(each(32, i -> same(labels, values, i).max().getAsInt()));
    assertThat(launch("cg-labeled-reduce-75", divergence, 32, 3, arguments))
        .isEqualTo(each(32, i -> same(labels, values, i).sum()));
  }

  private static IntStream same(int[] labels, int[] values, int lane) {
    return IntStream.range(0, 32).filter(k -> labels[k] == labels[lane]).map(k -> values[k]);
  }

  @ParameterizedTest
  @ValueSource(strings = {"its", "ipdom"})
  void lanesThatEnterAFunctionSeparatelyShuffleTogether(String divergence) throws IOException {
    int seven = (int) (7 * 2654435761L + 7);
    assertThat(
            launch(
                "its-shfl-in-function", divergence, 32, 1, "u32[32]=zero", "u32[32]=zero", "u32=1"))
        .containsOnly(seven);
  }

  @ParameterizedTest
  @ValueSource(strings = {"its", "ipdom"})
  void lanesThatStayMeetAtTheBarrierBehindAnEarlyReturn(String divergence) throws IOException {
    int[] put = each(64, i -> i % 2 == 0 ? 4 * i : i == 3 ? 0 : 2 * i);
    assertThat(
            launch(
                "ipdom-early-return", divergence, 64, 1, "s32[64]=iota", "s32[64]=zero", "s32=3"))
        .isEqualTo(each(64, i -> i == 3 ? 0 : put[i ^ 1]));
  }

  @ParameterizedTest
  @ValueSource(strings = {"its", "ipdom"})
  void aShuffleFromALaneOutsideTheMaskGivesZero(String divergence) throws IOException {
    assertThat(launch("shfl-inactive", divergence, 32, 0, "s32[32]=zero"))
        .startsWith(8)
        .endsWith(0);
  }

  @Test
  void lanesWaitWhereTheFirstOneTakesALockForAll() throws IOException {
    String[] arguments = {"u32[1]=zero", "u32[1]=zero", "u32[1]=zero", "s32=4"};
    assertThat(launch("lane0-lock-no-syncwarp", "its", 16, 64, 2, arguments)).containsExactly(0);
    assertThat(launch("lane0-lock-no-syncwarp", "its", 16, 64, 1, arguments))
        .containsExactly(16 * 2 * 4);
  }

  @ParameterizedTest
  @ValueSource(strings = {"shared", "local", "const"})
  void aBaseBelowAnArrayWrapsAround(String space) throws IOException {
    assertThat(launch(space + "-negative-base", "its", 1, 0, "u32[1]=zero")).containsExactly(7);
  }

  @Test
  void aReadBelowTheFirstAllocationPasses() throws IOException {
    String[] arguments = {"f32[64]=iota", "f32[64]=zero", "s32=64"};
    assertThat(launch("before-first-allocation", "its", 64, 1, arguments))
        .isEqualTo(each(64, Float::floatToRawIntBits));
  }

  @Test
  void waitingForAnEarlierGridIsNoWait() throws IOException {
    assertThat(launch("griddepcontrol", "its", 32, 0, "s32[32]=iota"))
        .isEqualTo(each(32, i -> i + 1));
  }
}
