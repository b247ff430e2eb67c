package dev.syncopate.workload.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.ptx.ir.Parameter;
import dev.syncopate.ptx.ir.ScalarType;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ParameterBlockTest {
  private static final List<Parameter> FIVE =
      List.of(
          new Parameter("p0", ScalarType.U8, 0, 1, 1),
          new Parameter("p1", ScalarType.U16, 2, 2, 2),
          new Parameter("p2", ScalarType.F32, 4, 4, 4),
          new Parameter("p3", ScalarType.U64, 8, 8, 8),
          new Parameter("p4", ScalarType.B8, 16, 3, 1));

  @Test
  void argumentsLieAtTheirOffsetsLittleEndian() {
    byte[] block =
        ParameterBlock.pack(
            "k",
            FIVE,
            19,
            new Object[] {
              (byte) 1, (short) 0x203, 1.5f, 0x1122334455667788L, new byte[] {7, 8, 9}
            });
    assertThat(HexFormat.of().formatHex(block)).isEqualTo("010003020000c03f8877665544332211070809");
  }

  @Test
  void theNumberOfArgumentsMustBeRight() {
    assertThatThrownBy(() -> ParameterBlock.pack("k", FIVE, 19, new Object[] {1}))
        .isInstanceOf(LaunchException.class)
        .hasMessage(
            "k takes 5 arguments, found 1; its parameters are .u8 p0, .u16 p1, .f32 p2, .u64 p3,"
                + " .b8 p4[3]");
    assertThatThrownBy(() -> ParameterBlock.pack("k", List.of(), 0, new Object[] {1}))
        .hasMessage("k takes 0 arguments, found 1");
  }

  @ParameterizedTest
  @CsvSource({
    "U32, 4, an int",
    "S32, 4, an int",
    "B32, 4, an int",
    "B32, 4, a float",
    "F32, 4, a float",
    "U64, 8, a long",
    "B64, 8, a double",
    "F64, 8, a double",
    "B16, 2, a short",
    "S8, 1, a byte",
    "B8, 8, bytes",
  })
  void sizeAndKindSuit(ScalarType type, int bytes, String argument) {
    ParameterBlock.pack("k", one(type, bytes), bytes, new Object[] {object(argument)});
  }

  @ParameterizedTest
  @CsvSource({
    "U32, 4, a float, the single-precision number 1.0",
    "F32, 4, an int, the 32-bit integer 1",
    "U64, 8, an int, the 32-bit integer 1",
    "U32, 4, a long, the 64-bit integer 1",
    "F64, 8, a float, the single-precision number 1.0",
    "F32, 4, a double, the double-precision number 1.0",
    "F16, 2, a short, the 16-bit integer 1",
    "U32, 4, a byte, the 8-bit integer 1",
    "U32, 4, bytes, 8 bytes",
  })
  void anotherSizeOrKindIsRefused(ScalarType type, int bytes, String argument, String actual) {
    assertThatThrownBy(() ->
            ParameterBlock.pack("k", one(type, bytes), bytes, new Object[] {object(argument)}))
        .isInstanceOf(LaunchException.class)
        .hasMessage(
            "argument 0 of k: the kernel's parameter is .%s p (%d bytes), found %s",
            type.spelling(), bytes, actual);
  }

  @Test
  void anAggregateTakesBytesOnly() {
    assertThatThrownBy(() -> ParameterBlock.pack("k", one(ScalarType.B8, 8), 8, new Object[] {1L}))
        .hasMessage(
            "argument 0 of k: the kernel's parameter is .b8 p[8] (8 bytes aligned to 1), found"
                + " the 64-bit integer 1");
  }

  /** A packed structure has C's size by chance only: its members need not lie where C's do. */
  @Test
  void aStructureIsAlignedAsItsParameter() {
    Object[] struct = {Struct.of(1L)};
    List<Parameter> packed = List.of(new Parameter("p", ScalarType.B8, 0, 8, 4));
    assertThatThrownBy(() -> ParameterBlock.pack("k", packed, 8, struct))
        .isInstanceOf(LaunchException.class)
        .hasMessage(
            "argument 0 of k: the kernel's parameter is .b8 p[8] (8 bytes aligned to 4), found a"
                + " structure of 8 bytes aligned to 8 (long at 0)");
    List<Parameter> strict = List.of(new Parameter("p", ScalarType.B8, 0, 8, 16));
    assertThat(ParameterBlock.pack("k", strict, 8, struct)).containsExactly(1, 0, 0, 0, 0, 0, 0, 0);
  }

  @Test
  void otherObjectsAreRefused() {
    assertThatThrownBy(
            () -> ParameterBlock.pack("k", one(ScalarType.U64, 8), 8, new Object[] {"x"}))
        .hasMessageEndingWith("found an object of java.lang.String");
  }

  private static List<Parameter> one(ScalarType type, int bytes) {
    return List.of(new Parameter("p", type, 0, bytes, type.bytes()));
  }

  private static Object object(String argument) {
    return switch (argument) {
      case "a byte" -> (byte) 1;
      case "a short" -> (short) 1;
      case "an int" -> 1;
      case "a long" -> 1L;
      case "a float" -> 1.0f;
      case "a double" -> 1.0;
      default -> new byte[8];
    };
  }
}
