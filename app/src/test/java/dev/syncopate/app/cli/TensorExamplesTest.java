package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rings of tensor copies compute what a CPU does, and patched maps what they are patched to. */
class TensorExamplesTest {
  private static final int SIZE = 64;
  private static final int DEPTH = 128;
  private static final long SEED = 39;

  @TempDir private Path folder;

  private static Shell.Result launch(String file, String kernel, String options) {
    Path path = Checkout.launcher().resolveSibling("examples/" + file + ".ptx");
    List<String> words = new ArrayList<>(List.of("launch", path.toString(), "--kernel", kernel));
    words.addAll(List.of(options.split(" ")));
    return Shell.run(words.toArray(String[]::new));
  }

  private Path write(String name, float[] values) throws IOException {
    ByteBuffer bytes =
        ByteBuffer.allocate(Float.BYTES * values.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asFloatBuffer().put(values);
    return Files.write(folder.resolve(name), bytes.array());
  }

  private static float[] random(Random random, int count) {
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = random.nextFloat() - 0.5f;
    }
    return values;
  }

  /** To the bit: both add products in order, each with one rounding. */
  @Test
  void theProductIsThatOfACpu() throws IOException {
    Random random = new Random(SEED);
    float[] a = random(random, SIZE * DEPTH);
    float[] b = random(random, DEPTH * SIZE);
    float[] c = new float[SIZE * SIZE];
    for (int row = 0; row < SIZE; row++) {
      for (int column = 0; column < SIZE; column++) {
        float sum = 0;
        for (int k = 0; k < DEPTH; k++) {
          sum = Math.fma(a[row * DEPTH + k], b[k * SIZE + column], sum);
        }
        c[row * SIZE + column] = sum;
      }
    }
    Shell.Result run =
        launch(
            "tensors/tiles",
            "gemm",
            "--grid 2,2 --block 96 --arg map=5:f32[128x64]/16x32 --arg map=6:f32[64x128]/32x16"
                + " --arg f32[4096]=zero --arg u32=128 --arg u32=64 --arg f32[]=@"
                + write("a", a)
                + " --arg f32[]=@"
                + write("b", b)
                + " --expect 2=@"
                + write("c", c));
    assertThat(run.code()).as("seed %d: %s%s", SEED, run.out(), run.err()).isZero();
  }

  /** Small whole numbers, whose products add up exactly. */
  @ParameterizedTest
  @CsvSource({"wgmma, 160, ''", "wgmma, 160, --functional", "wgmma_copied, 128, ''"})
  void theProductOfWarpgroupsIsThatOfACpu(String kernel, int threads, String option)
      throws IOException {
    Random random = new Random(SEED);
    int edge = 128;
    ByteBuffer a = ByteBuffer.allocate(2 * edge * edge).order(ByteOrder.LITTLE_ENDIAN);
    ByteBuffer b = ByteBuffer.allocate(2 * edge * edge).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < edge * edge; i++) {
      a.putShort(2 * i, Float.floatToFloat16(random.nextInt(-9, 10)));
      b.putShort(2 * i, Float.floatToFloat16(random.nextInt(-9, 10)));
    }
    float[] c = new float[edge * edge];
    for (int row = 0; row < edge; row++) {
      for (int column = 0; column < edge; column++) {
        for (int k = 0; k < edge; k++) {
          c[row * edge + column] +=
              Float.float16ToFloat(a.getShort(2 * (row * edge + k)))
                  * Float.float16ToFloat(b.getShort(2 * (column * edge + k)));
        }
      }
    }
    String maps =
        "--arg map=5:f16[128x128]/64x64,swizzle=128 --arg map=6:f16[128x128]/64x64,swizzle=128 ";
    String arguments =
        "%s --grid 2,2 --block %d %s--arg f32[16384]=zero --arg u32=128 --arg u32=128 --arg f16[]=@%s --arg f16[]=@%s --expect %d=@%s"
            .formatted(
                option,
                threads,
                threads == 160 ? maps : "",
                Files.write(folder.resolve("a"), a.array()),
                Files.write(folder.resolve("b"), b.array()),
                threads == 160 ? 2 : 0,
                write("c", c));
    Shell.Result run = launch("tensors/warpgroups", kernel, arguments.strip());
    assertThat(run.code()).as("seed %d: %s%s", SEED, run.out(), run.err()).isZero();
  }

  @Test
  void tilesAreChangedAndStored() throws IOException {
    float[] expected = new float[5120];
    for (int i = 0; i < expected.length; i++) {
      expected[i] = 2 * i + 1;
    }
    Shell.Result run =
        launch(
            "tensors/tiles",
            "tiles",
            "--grid 4 --block 96 --arg map=3:f32[160x32]/32x8 --arg map=4:f32[160x32]/32x8"
                + " --arg u32=5 --arg f32[5120]=iota --arg f32[5120]=zero --expect 4=@"
                + write("wanted", expected));
    assertThat(run.code()).as(run.out() + run.err()).isZero();
  }

  /** The sum of 16 tensors; by a map that is not read anew 16 times the first; by the next map. */
  @ParameterizedTest
  @CsvSource({"patch_right, 3840", "patch_two, 3840", "patch_unfenced, 0", "patch_early, 4096"})
  void copiesUseTheMapThatTheyRead(String kernel, int sum) {
    Shell.Result run =
        launch(
            "bugs/tensor_maps",
            kernel,
            "--grid 1 --block 32 --arg map=2:u32[32]/32 --arg u32[64]=zero --arg u32[512]=iota"
                + " --arg u32[32]=zero --arg u32=16 --set copy.latency=3000 --expect 3[0]="
                + sum);
    assertThat(run.code()).as(run.out() + run.err()).isZero();
  }
}
