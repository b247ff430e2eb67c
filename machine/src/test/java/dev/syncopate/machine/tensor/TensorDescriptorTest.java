package dev.syncopate.machine.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.ptx.ir.TensorMapLayout;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rules of {@code cuTensorMapEncodeTiled}, and the object that it makes. */
class TensorDescriptorTest {
  private static TensorDescriptor map(
      TensorType type, long address, long size, long stride, int side, int step, int swizzle) {
    return new TensorDescriptor(
        type,
        address,
        new long[] {size, 8},
        new long[] {stride},
        new int[] {side, 4},
        new int[] {9, step}, // that of the innermost dimension does not matter
        swizzle,
        false,
        3);
  }

  /** Each line breaks one rule, but the first. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "F32 | 4096 | 64         | 256           | 32  | 1 | 128 | ''",
        "F32 | 4104 | 64         | 256           | 32  | 1 | 128 | address 0x1008 is no multiple",
        "F32 | 4096 | 0          | 256           | 32  | 1 | 128 | dimension 0 has 0 elements",
        "F32 | 4096 | 4294967297 | 256           | 32  | 1 | 128 | dimension 0 has 4294967297",
        "F32 | 4096 | 64         | 264           | 32  | 1 | 128 | stride of dimension 1 is 264",
        "F32 | 4096 | 64         | 1099511627776 | 32  | 1 | 128 | below 2^40",
        "F32 | 4096 | 64         | 256           | 0   | 1 | 0   | 0 elements in dimension 0",
        "U8  | 4096 | 64         | 256           | 257 | 1 | 0   | 257 elements in dimension 0",
        "F32 | 4096 | 64         | 256           | 3   | 1 | 0   | 12 bytes, no multiple of 16",
        "F32 | 4096 | 64         | 256           | 32  | 1 | 64  | more than the swizzle of 64",
        "F32 | 4096 | 64         | 256           | 16  | 1 | 128 | is not supported",
        "F32 | 4096 | 64         | 256           | 32  | 9 | 128 | step in dimension 1 is 9",
      })
  void rulesAreKept(
      TensorType type,
      long address,
      long size,
      long stride,
      int side,
      int step,
      int swizzle,
      String problem)
      throws TensorMapException {
    TensorDescriptor map = map(type, address, size, stride, side, step, swizzle);
    if (problem.equals("''")) {
      assertThat(map.checked()).isSameAs(map);
    } else {
      assertThatThrownBy(map::checked).hasMessageContaining(problem);
    }
  }

  @Test
  void numbersThatAreNoneAreForFloatingPoint() {
    TensorDescriptor good = map(TensorType.F16, 4096, 64, 256, 32, 1, 0);
    TensorDescriptor map =
        new TensorDescriptor(
            TensorType.U16,
            good.address(),
            good.sizes(),
            good.strides(),
            good.box(),
            good.steps(),
            0,
            true,
            0);
    assertThatThrownBy(map::checked).hasMessageContaining("not-a-numbers");
  }

  @Test
  void objectHoldsTheMap() throws TensorMapException {
    TensorDescriptor map = map(TensorType.BF16, 4096, 1L << 32, 1 << 20, 64, 3, 128);
    byte[] object = map.encode();
    assertThat(object).hasSize(TensorMapLayout.BYTES);
    TensorDescriptor read = TensorDescriptor.decode(object);
    assertThat(read).usingRecursiveComparison().isEqualTo(map);
    assertThat(read.boxBytes()).isEqualTo(64 * 2 * 2);
    assertThatThrownBy(() -> TensorDescriptor.decode(new byte[128]))
        .hasMessageContaining("cuTensorMapEncodeTiled");
  }

  /** Kernels replace the fields of zeros, one by one. */
  @Test
  void objectOfZerosHoldsTheMapWhenAllFieldsAreReplaced() throws TensorMapException {
    TensorDescriptor map = map(TensorType.F16, 4096, 64, 256, 32, 1, 0);
    byte[] object = map.encode();
    Arrays.fill(object, TensorMapLayout.END, TensorMapLayout.BYTES, (byte) 0);
    assertThat(TensorDescriptor.decode(object))
        .usingRecursiveComparison()
        .ignoringFields("promotion")
        .isEqualTo(map);
    byte[] stepless = object.clone();
    Arrays.fill(stepless, TensorMapLayout.STEPS, TensorMapLayout.RANK, (byte) 0);
    assertThat(TensorDescriptor.decode(stepless).steps())
        .as("a step that no field says is 1")
        .containsExactly(1, 1);
    byte[] boxless = object.clone();
    Arrays.fill(boxless, TensorMapLayout.BOX, TensorMapLayout.BOX + Integer.BYTES, (byte) 0);
    assertThatThrownBy(() -> TensorDescriptor.decode(boxless))
        .hasMessageContaining("the box has 0 elements in dimension 0");
    byte[] placeless = object.clone();
    Arrays.fill(placeless, TensorMapLayout.ADDRESS, Long.BYTES, (byte) 0);
    assertThatThrownBy(() -> TensorDescriptor.decode(placeless))
        .hasMessageContaining("there is none");
    byte[] foreign = object.clone();
    foreign[TensorMapLayout.END] = 1;
    assertThatThrownBy(() -> TensorDescriptor.decode(foreign))
        .hasMessageContaining("there is none");
  }
}
