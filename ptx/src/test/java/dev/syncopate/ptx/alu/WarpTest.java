package dev.syncopate.ptx.alu;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What holds for every function: it is found, works on any lanes alike, and knows its operands'
 * widths.
 */
class WarpTest {
  private static final int REGISTERS = 5;

  /** The arithmetic instructions counted in real programs, and some of their relatives. */
  static List<String> mnemonics() {
    InputStream resource = WarpTest.class.getResourceAsStream("mnemonics.txt");
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(Objects.requireNonNull(resource), StandardCharsets.UTF_8))) {
      return lines.lines().filter(line -> !line.isBlank() && !line.startsWith("#")).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isPredicate(String mnemonic) {
    return mnemonic.startsWith("setp") || mnemonic.startsWith("testp");
  }

  static Stream<String> functions() {
    return mnemonics().stream().filter(name -> !isPredicate(name));
  }

  static Stream<String> predicates() {
    return mnemonics().stream().filter(WarpTest::isPredicate);
  }

  private static long[] registers(SplittableRandom random, int width) {
    long[] registers = new long[REGISTERS * width];
    for (int i = 0; i < registers.length; i++) {
      registers[i] = random.nextLong() >> random.nextInt(64);
    }
    return registers;
  }

  @ParameterizedTest
  @MethodSource("functions")
  void functionsWorkLaneByLane(String name) {
    LaneFunction function = Check.function(name);
    SplittableRandom random = Values.random(name);
    for (int width : new int[] {32, 64}) {
      long allLanes = -1L >>> (64 - width);
      for (long mask : new long[] {allLanes, 1, 1L << (width - 1), random.nextLong() & allLanes}) {
        long[] inputs = registers(random, width);
        long[] outputs = inputs.clone();
        // The destination may be one of the operands.
        int d = random.nextInt(REGISTERS) * width;
        int a = random.nextInt(REGISTERS) * width;
        int b = random.nextInt(REGISTERS) * width;
        int c = random.nextInt(REGISTERS) * width;
        function.warp(
            outputs, d, outputs, a, outputs, b, outputs, c, mask, mask == allLanes, width);
        for (int i = 0; i < inputs.length; i++) {
          int lane = i - d;
          boolean written = lane >= 0 && lane < width && (mask >>> lane & 1) != 0;
          long expected =
              written
                  ? function.apply(
                      inputs[a + lane],
                      function.arity() > 1 ? inputs[b + lane] : 0,
                      function.arity() > 2 ? inputs[c + lane] : 0)
                  : inputs[i];
          assertThat(outputs[i])
              .as("%s, lane %d of %d, seed %d", name, lane, width, Values.SEED)
              .isEqualTo(expected);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("functions")
  void bitsAboveTheOperandsDoNotMatterAndAboveTheResultAreZero(String name) {
    LaneFunction function = Check.function(name);
    SplittableRandom random = Values.random(name);
    long[] used = {operandBits(name, 0), operandBits(name, 1), operandBits(name, 2)};
    for (int i = 0; i < 300; i++) {
      long a = random.nextLong();
      long b = random.nextLong() >> random.nextInt(64);
      long c = random.nextLong() >> random.nextInt(64);
      long result = function.apply(a, b, c);
      assertThat(function.apply(a & used[0], b & used[1], c & used[2]))
          .as("%s of %#x, %#x, %#x (seed %d)", name, a, b, c, Values.SEED)
          .isEqualTo(result);
      assertThat(result & ~resultBits(name)).as("%s leaves the upper bits zero", name).isZero();
    }
  }

  private static int width(String type) {
    int bits = Integer.parseInt(type.replaceAll("x2$|[a-z]", ""));
    return type.endsWith("x2") ? 2 * bits : bits;
  }

  private static List<String> types(String name) {
    return Stream.of(name.split("\\.", -1))
        .skip(1)
        .filter(token -> token.matches("(b|u|s|f|bf|tf)(8|16|32|64)(x2)?"))
        .toList();
  }

  private static long resultBits(String name) {
    List<String> types = types(name);
    String opcode = name.substring(0, name.indexOf('.'));
    return switch (opcode) {
      case "bfi" -> types.isEmpty() ? 0xffff : Values.mask(width(types.get(0)));
      case "popc", "clz", "bfind" -> 0xffff_ffffL;
      case "unpack" -> Values.mask(width(types.get(1)));
      default ->
          name.contains(".wide.")
              ? Values.mask(2 * width(types.get(0)))
              : Values.mask(width(types.get(0)));
    };
  }

  private static long operandBits(String name, int operand) {
    List<String> types = types(name);
    String opcode = name.substring(0, name.indexOf('.'));
    long source = types.isEmpty() ? 0xff : Values.mask(width(types.get(types.size() - 1)));
    return switch (opcode) {
      case "shl", "shr" -> operand == 0 ? source : 0xffff_ffffL;
      case "bfe" -> operand == 0 ? source : 0xff;
      case "bfi" -> types.isEmpty() || operand < 2 ? source : 0xffff;
      case "slct" -> operand < 2 ? Values.mask(width(types.get(0))) : 0xffff_ffffL;
      case "unpack" -> Values.mask(width(types.get(0)));
      case "mad" ->
          name.contains(".wide.") && operand == 2 ? Values.mask(2 * width(types.get(0))) : source;
      default -> source;
    };
  }

  @ParameterizedTest
  @MethodSource("predicates")
  void predicatesWorkLaneByLane(String name) {
    LanePredicate predicate = Check.predicate(name);
    SplittableRandom random = Values.random(name);
    for (int width : new int[] {32, 64}) {
      long allLanes = -1L >>> (64 - width);
      for (long mask : new long[] {allLanes, 1, 1L << (width - 1), random.nextLong() & allLanes}) {
        long[] values = registers(random, width);
        int a = random.nextInt(REGISTERS) * width;
        int b = random.nextInt(REGISTERS) * width;
        // Some equal values in different registers.
        values[b + 3] = values[a + 3];
        long expected = 0;
        for (int lane = 0; lane < width; lane++) {
          boolean holds = predicate.test(values[a + lane], values[b + lane]);
          expected |= holds ? mask & 1L << lane : 0;
        }
        assertThat(predicate.warp(values, a, values, b, mask, mask == allLanes, width))
            .as("%s, width %d, seed %d", name, width, Values.SEED)
            .isEqualTo(expected);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("predicates")
  void predicatesIgnoreBitsAboveTheirType(String name) {
    LanePredicate predicate = Check.predicate(name);
    SplittableRandom random = Values.random(name);
    long used = operandBits(name, 0);
    for (int i = 0; i < 300; i++) {
      long a = random.nextLong();
      long b = random.nextInt(4) == 0 ? a ^ 1L << random.nextInt(64) : random.nextLong();
      assertThat(predicate.test(a & used, b & used)).as(name).isEqualTo(predicate.test(a, b));
    }
  }

  @Test
  void qualifiersMayStandInAnyOrder() {
    assertThat(Check.function("prmt.b32.f4e").apply(0x3322_1100L, 0x7766_5544L, 1))
        .isEqualTo(Check.function("prmt.f4e.b32").apply(0x3322_1100L, 0x7766_5544L, 1));
    assertThat(Check.function("add.sat.ftz.rn.f32").apply(0x3f80_0000L, 0x3f80_0000L, 0))
        .isEqualTo(0x3f80_0000L);
  }
}
