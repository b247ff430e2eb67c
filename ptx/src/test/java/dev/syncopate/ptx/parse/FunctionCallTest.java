package dev.syncopate.ptx.parse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.ptx.ir.PtxModule;
import java.nio.ByteBuffer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Runs {@code functions.cu} as thread 0, as the compilers emit it: structures by value, pointers to
 * functions, virtual functions, tables of branches.
 */
class FunctionCallTest {
  private static final int OUT = OneLane.GLOBAL;
  private static final int WIDE = OneLane.GLOBAL + 1024;
  private static final int FLOATS = OneLane.GLOBAL + 2048;
  private static final int DOUBLES = OneLane.GLOBAL + 3072;

  private static OneLane load(String compiler, String kernel) {
    PtxModule module = Corpus.read("functions." + compiler + ".ptx");
    return new OneLane(module, kernel);
  }

  private static void ints(ByteBuffer memory, int offset, int... values) {
    for (int i = 0; i < values.length; i++) {
      memory.putInt(offset + 4 * i, values[i]);
    }
  }

  private static int out(OneLane lane, int index) {
    return lane.memory.getInt(OUT + 4 * index);
  }

  @ParameterizedTest
  @ValueSource(strings = {"nvcc-sm_75", "nvcc-sm_100", "clang-sm_75"})
  void structuresGoByValueThereAndBack(String compiler) {
    OneLane lane = load(compiler, "direct");
    ints(lane.memory, OUT, 3, 40, 0, 0, 2, 7, 9, 0, 0, -300, 250, 11, 6, 0);
    lane.memory.putDouble(WIDE, 1.5).putLong(WIDE + 8, 1000).put(WIDE + 16, (byte) 4);
    lane.memory.putShort(WIDE + 18, (short) -2);
    for (int i = 0; i < 5; i++) {
      lane.memory.putFloat(WIDE + 20 + 4 * i, i);
      lane.memory.putFloat(FLOATS + 16 + 4 * i, 10 + i);
    }
    lane.memory.putDouble(DOUBLES, 2.0);
    lane.with(0, OUT).with(1, WIDE).with(2, FLOATS).with(3, DOUBLES).run();

    assertThat(out(lane, 2)).as("the float of the pair, as an int").isEqualTo(40);
    assertThat(out(lane, 3)).as("the int of the pair, as a float").isEqualTo(3);
    int copy = WIDE + 40;
    assertThat(lane.memory.getDouble(copy)).isEqualTo(6.0);
    assertThat(lane.memory.getLong(copy + 8)).isEqualTo(1004);
    assertThat(lane.memory.get(copy + 16)).isEqualTo((byte) 4);
    assertThat(lane.memory.getShort(copy + 18)).isEqualTo((short) -2);
    for (int i = 0; i < 5; i++) {
      assertThat(lane.memory.getFloat(copy + 20 + 4 * i)).isEqualTo(i == 2 ? 0.0f : i);
    }
    assertThat(out(lane, 7)).as("the middle of the turned three bytes").isEqualTo(7);
    assertThat(out(lane, 8)).as("a short and a byte, narrowed").isEqualTo((byte) (-300 + 250));
    float[] vector = {13 + 3, 12, 11 * 2, 10};
    for (int i = 0; i < 4; i++) {
      assertThat(lane.memory.getFloat(FLOATS + 4 * i)).isEqualTo(vector[i]);
    }
    int[] first = {3, 40, 40, 3, 2, 7, 9, 7};
    int sum = 3 + 40 + 40;
    for (int i = 0; i < 8; i++) {
      sum += i == 6 ? 5 : first[i] * i;
    }
    assertThat(out(lane, 13)).isEqualTo(sum);
  }

  @ParameterizedTest
  @ValueSource(strings = {"nvcc-sm_75", "nvcc-sm_100", "clang-sm_75"})
  void functionsAreCalledThroughTables(String compiler) {
    OneLane lane = load(compiler, "pointers");
    ints(lane.memory, OUT, 0, 1, 6, 7, 0, 0, 3, 5, 8);
    lane.with(0, OUT).run();
    assertThat(out(lane, 0)).isEqualTo(42);
    assertThat(out(lane, 5)).as("mul, twice").isEqualTo(30);
    assertThat(out(lane, 9)).isEqualTo(8);

    lane = load(compiler, "pointers");
    ints(lane.memory, OUT, 0, 0, 6, 7, 1, 0, 3, 5, 8);
    lane.with(0, OUT).run();
    assertThat(out(lane, 0)).isEqualTo(13);
    assertThat(out(lane, 5)).as("add, twice").isEqualTo(16);
  }

  @ParameterizedTest
  @ValueSource(strings = {"nvcc-sm_75", "nvcc-sm_100", "clang-sm_75"})
  void virtualFunctionsAreFoundInTheirTables(String compiler) {
    for (int square = 0; square < 2; square++) {
      OneLane lane = load(compiler, "virtuals");
      lane.memory.putFloat(OUT, 3).putFloat(OUT + 4, 2).putInt(FLOATS, square);
      lane.with(0, OUT).with(1, FLOATS).run();
      assertThat(lane.memory.getFloat(OUT + 8)).isEqualTo(square == 1 ? 9f : 3.14f * 2 * 2);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"nvcc-sm_75", "nvcc-sm_100", "clang-sm_75"})
  void switchesGoToTheirCases(String compiler) {
    // The last: 0 is put into the first word, which the loop behind the switch counts up to 100.
    int[] expected = {12, 33, 14, 44, 22, 1, -11, 500, 1, 100};
    for (int c = 0; c < expected.length; c++) {
      OneLane lane = load(compiler, "switches");
      for (int i = 0; i < 65; i++) {
        lane.memory.putInt(OUT + 4 * i, 500);
      }
      int x = c == 7 ? 500 : 11;
      lane.memory.putInt(OUT, x).putInt(OUT + 4 * 32, c);
      lane.with(0, OUT).run();
      assertThat(out(lane, 0)).as("case " + c).isEqualTo(expected[c]);
    }
  }
}
