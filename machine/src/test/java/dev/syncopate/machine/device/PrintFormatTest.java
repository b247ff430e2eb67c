package dev.syncopate.machine.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Expected texts are those of a C library. */
class PrintFormatTest {
  private static String print(String format, Object... values) {
    PrintFormat parsed = new PrintFormat(format);
    ByteBuffer buffer = ByteBuffer.allocate(256).order(ByteOrder.LITTLE_ENDIAN);
    for (Object value : values) {
      switch (value) {
        case Integer i -> buffer.putInt(i);
        case Long l -> align(buffer).putLong(l);
        case Double d -> align(buffer).putDouble(d);
        default -> throw new IllegalArgumentException(String.valueOf(value));
      }
    }
    assertThat(parsed.argumentBytes()).as(format).isEqualTo(buffer.position());
    return parsed.print(buffer.array(), List.of());
  }

  private static ByteBuffer align(ByteBuffer buffer) {
    return buffer.position(buffer.position() + 7 & -8);
  }

  @Test
  void textAndPercentSignsStayAsTheyAre() {
    assertThat(print("a 100%% b\n")).isEqualTo("a 100% b\n");
  }

  @Test
  void integers() {
    assertThat(print("%d,%i,%u", -5, 7, -1)).isEqualTo("-5,7,4294967295");
    assertThat(print("%lld %llu", Long.MIN_VALUE, -1L))
        .isEqualTo("-9223372036854775808 18446744073709551615");
    assertThat(print("%ld|%zu", -3L, 4L)).isEqualTo("-3|4");
    assertThat(print("%x %X %#x %o %#o", 255, 255, 255, 8, 8)).isEqualTo("ff FF 0xff 10 010");
    assertThat(print("%llx", -1L)).isEqualTo("ffffffffffffffff");
  }

  @Test
  void widthsAndFlags() {
    assertThat(print("[%5d][%-5d][%05d][%+d][% d]", 42, 42, -42, 42, 42))
        .isEqualTo("[   42][42   ][-0042][+42][ 42]");
    assertThat(print("[%5.3d][%.0d]", 7, 0)).isEqualTo("[  007][]");
    assertThat(print("[%*d]", 6, 42)).isEqualTo("[    42]");
    assertThat(print("[%*d]", -6, 42)).isEqualTo("[42    ]");
    assertThat(print("[%08.3f]", -3.14159)).isEqualTo("[-003.142]");
  }

  @Test
  void floatingPoint() {
    assertThat(print("%f %.2f %.0f", 1.5, 2.345, 2.5)).isEqualTo("1.500000 2.35 2");
    assertThat(print("%e %.3E", 12345.678, 0.00012)).isEqualTo("1.234568e+04 1.200E-04");
    assertThat(print("%g %g %g %g", 0.0001, 0.00001, 123456.0, 1234567.0))
        .isEqualTo("0.0001 1e-05 123456 1.23457e+06");
    assertThat(print("%g %g %#g", 100.0, 0.5, 0.5)).isEqualTo("100 0.5 0.500000");
    assertThat(print("%f %e %g", 0.0, 0.0, -0.0)).isEqualTo("0.000000 0.000000e+00 -0");
    assertThat(print("%f %F %5g", Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY))
        .isEqualTo("nan INF  -inf");
    assertThat(print("%e", 9.9999999)).isEqualTo("1.000000e+01");
    assertThat(print("%a", 1.0)).isEqualTo("0x1p+0");
  }

  @Test
  void charactersAndPointers() {
    assertThat(print("%c%c", (int) 'o', (int) 'k')).isEqualTo("ok");
    assertThat(print("%p", 0x1_0000_0000L)).isEqualTo("0x100000000");
    assertThat(print("%p", 0L)).isEqualTo("(nil)");
  }

  @Test
  void argumentsAreAlignedToTheirSize() {
    assertThat(print("%d %f %d %lld", 1, 2.0, 3, 4L)).isEqualTo("1 2.000000 3 4");
  }

  @Test
  void stringsAreAskedForByAddress() {
    PrintFormat format = new PrintFormat("%d:%s:%5.2s|");
    byte[] buffer =
        ByteBuffer.allocate(24)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putInt(9)
            .putInt(0)
            .putLong(0x100L)
            .putLong(0x200L)
            .array();
    assertThat(format.strings()).isEqualTo(2);
    assertThat(format.stringAddress(buffer, 1)).isEqualTo(0x200);
    assertThat(format.print(buffer, List.of("abc", "xyz"))).isEqualTo("9:abc:   xy|");
  }

  @Test
  void unknownConversionsArePrintedAsTheyAre() {
    assertThat(print("%y %")).isEqualTo("%y %");
  }
}
