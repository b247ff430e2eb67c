package dev.syncopate.workload.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.workload.host.KernelLibrary;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StructTest {
  /** {@code struct { char tag; double weight; }}. */
  private static Struct inner() {
    return Struct.of((byte) 'a', -2.5);
  }

  @Test
  void membersLieAtMultiplesOfTheirSizeAndTheWholeIsPadded() {
    Struct struct = Struct.of((byte) 1, (short) 0x203, 0x4050607, 1.5f, (byte) 9);
    assertThat(HexFormat.of().formatHex(struct.bytes()))
        .isEqualTo("010003020706050400" + "00c03f09000000");
    assertThat(struct.alignment()).isEqualTo(4);
    assertThat(struct.describe())
        .isEqualTo(
            "a structure of 16 bytes aligned to 4 (char at 0, short at 2, int at 4, float at 8,"
                + " char at 12)");
  }

  @Test
  void aNestedStructureKeepsItsAlignmentAndPadding() {
    Struct struct = Struct.of((byte) 1, inner(), (byte) 2);
    assertThat(struct.describe())
        .isEqualTo("a structure of 32 bytes aligned to 8 (char at 0, struct[16] at 8, char at 24)");
    assertThat(struct.bytes()[8]).isEqualTo((byte) 'a');
    assertThat(struct.bytes()[24]).isEqualTo((byte) 2);
  }

  @Test
  void bytesAsTheyAreNeedNoAlignment() {
    Struct struct = Struct.of((byte) 1, new byte[] {2, 3}, 4L);
    assertThat(HexFormat.of().formatHex(struct.bytes()))
        .isEqualTo("01020300000000000400000000000000");
    assertThat(struct.describe()).contains("char[2] at 1, long at 8");
    assertThat(Struct.of(new Object[] {new byte[5]}).alignment()).isOne();
  }

  @Test
  void whatIsNoMemberIsRefused() {
    assertThatThrownBy(Struct::of)
        .isInstanceOf(LaunchException.class)
        .hasMessage("a structure needs at least one member");
    assertThatThrownBy(() -> Struct.of(1, "two"))
        .isInstanceOf(LaunchException.class)
        .hasMessage("a structure cannot have a member of java.lang.String");
  }

  /** The compilers' offsets are the judge. */
  @ParameterizedTest
  @ValueSource(strings = {"nvcc", "clang"})
  void aKernelFindsEveryMemberAtItsPlace(String compiler) {
    Device device = Device.open("rsp-8cu", "gpu", "hrf");
    Buffer input = device.copyOf(new int[] {5, 77});
    Buffer out = device.copyOf(new double[7]);
    Struct task = Struct.of(input, (short) -3, 1_000_000, 0.25f, inner(), (byte) 200);
    kernel(device, compiler, "unpack").launch(LaunchShape.of(1, 1), task, out);
    assertThat(out.readDoubles()).containsExactly(77, -3, 1_000_000, 0.25, 'a', -2.5, 200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"nvcc", "clang"})
  void aVectorIsAStructureOfItsElements(String compiler) {
    Device device = Device.open("rsp-8cu", "gpu", "hrf");
    Buffer out = device.copyOf(new float[3]);
    kernel(device, compiler, "scaled")
        .launch(LaunchShape.of(1, 32), 3, Struct.of(2f, 0f, 0f, 0.5f), out);
    assertThat(out.readFloats()).containsExactly(0.5f, 2.5f, 4.5f);
  }

  @Test
  void anotherSizeIsRefusedWithTheLayout() {
    Device device = Device.open("rsp-8cu", "gpu", "hrf");
    Kernel kernel = kernel(device, "nvcc", "unpack");
    Buffer out = device.copyOf(new double[7]);
    assertThatThrownBy(() -> kernel.launch(LaunchShape.of(1, 1), Struct.of(out, 7), out))
        .isInstanceOf(LaunchException.class)
        .hasMessage(
            "argument 0 of unpack: the kernel's parameter is .b8 unpack_param_0[48] (48 bytes"
                + " aligned to 8), found a structure of 16 bytes aligned to 8 (pointer at 0, int"
                + " at 8)");
  }

  private static Kernel kernel(Device device, String compiler, String name) {
    KernelLibrary library = new KernelLibrary("/dev/syncopate/workload/kernel/" + compiler + "/");
    return library.load(device, "structures").kernel(name);
  }
}
