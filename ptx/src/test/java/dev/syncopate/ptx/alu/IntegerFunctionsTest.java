package dev.syncopate.ptx.alu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.ptx.alu.table.LaneFunctions;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Integer arithmetic against unbounded integers. */
class IntegerFunctionsTest {
  /** An operation on the numbers that the registers mean. */
  private interface Exact {
    BigInteger apply(BigInteger a, BigInteger b, BigInteger c);
  }

  private static int bits(String type) {
    return Integer.parseInt(type.substring(1));
  }

  private static BigInteger number(long register, String type) {
    BigInteger value = new BigInteger(Long.toUnsignedString(register & Values.mask(bits(type))));
    boolean negative = type.startsWith("s") && value.testBit(bits(type) - 1);
    return negative ? value.subtract(BigInteger.ONE.shiftLeft(bits(type))) : value;
  }

  private static long register(BigInteger value, int bits) {
    return value.longValue() & Values.mask(bits);
  }

  private static BigInteger clamp(BigInteger value, String type) {
    boolean signed = type.startsWith("s");
    BigInteger span = BigInteger.ONE.shiftLeft(signed ? bits(type) - 1 : bits(type));
    return value.min(span.subtract(BigInteger.ONE)).max(signed ? span.negate() : BigInteger.ZERO);
  }

  private static void check(String mnemonic, String type, int resultBits, Exact exact) {
    Check.integers(
        mnemonic,
        bits(type),
        (a, b, c) ->
            register(exact.apply(number(a, type), number(b, type), number(c, type)), resultBits));
  }

  private static void check(String mnemonic, String type, Exact exact) {
    check(mnemonic, type, bits(type), exact);
  }

  @ParameterizedTest
  @ValueSource(strings = {"u16", "s16", "u32", "s32", "u64", "s64"})
  void arithmeticWraps(String t) {
    int bits = bits(t);
    check("add." + t, t, (a, b, c) -> a.add(b));
    check("sub." + t, t, (a, b, c) -> a.subtract(b));
    check("mul.lo." + t, t, (a, b, c) -> a.multiply(b));
    check("mul.hi." + t, t, (a, b, c) -> a.multiply(b).shiftRight(bits));
    check("mad.lo." + t, t, (a, b, c) -> a.multiply(b).add(c));
    check("mad.hi." + t, t, (a, b, c) -> a.multiply(b).shiftRight(bits).add(c));
    check("sad." + t, t, (a, b, c) -> a.subtract(b).abs().add(c));
    check("min." + t, t, (a, b, c) -> a.min(b));
    check("max." + t, t, (a, b, c) -> a.max(b));
  }

  @ParameterizedTest
  @ValueSource(strings = {"u16", "s16", "u32", "s32"})
  void wideProductsAreExact(String t) {
    int wide = 2 * bits(t);
    check("mul.wide." + t, t, wide, (a, b, c) -> a.multiply(b));
    Check.integers(
        "mad.wide." + t,
        wide,
        (a, b, c) ->
            register(number(a, t).multiply(number(b, t)).add(BigInteger.valueOf(c)), wide));
  }

  @ParameterizedTest
  @ValueSource(strings = {"u16", "s16", "u32", "s32", "u64", "s64"})
  void divisionTruncatesAndByZeroGivesAllOnes(String t) {
    check("div." + t, t, (a, b, c) -> b.signum() == 0 ? BigInteger.valueOf(-1) : a.divide(b));
    check("rem." + t, t, (a, b, c) -> b.signum() == 0 ? BigInteger.valueOf(-1) : a.remainder(b));
  }

  @ParameterizedTest
  @ValueSource(strings = {"s16", "s32", "s64"})
  void signsWrapAtTheMostNegativeNumber(String t) {
    check("neg." + t, t, (a, b, c) -> a.negate());
    check("abs." + t, t, (a, b, c) -> a.abs());
  }

  @Test
  void saturatingArithmeticClamps() {
    check("add.sat.s32", "s32", (a, b, c) -> clamp(a.add(b), "s32"));
    check("sub.sat.s32", "s32", (a, b, c) -> clamp(a.subtract(b), "s32"));
    check("add.sat.u32", "u32", (a, b, c) -> clamp(a.add(b), "u32"));
    check("sub.sat.u32", "u32", (a, b, c) -> clamp(a.subtract(b), "u32"));
    check("mad.hi.sat.s32", "s32", (a, b, c) -> clamp(a.multiply(b).shiftRight(32).add(c), "s32"));
    check("max.relu.s32", "s32", (a, b, c) -> a.max(b).max(BigInteger.ZERO));
    check("min.relu.s32", "s32", (a, b, c) -> a.min(b).max(BigInteger.ZERO));
  }

  @ParameterizedTest
  @ValueSource(strings = {"u32", "s32"})
  void products24UseTheLowBitsOfTheirOperands(String t) {
    String narrow = t.charAt(0) + "24";
    Check.integers(
        "mul24.lo." + t,
        32,
        (a, b, c) -> register(number(a, narrow).multiply(number(b, narrow)), 32));
    Check.integers(
        "mul24.hi." + t,
        32,
        (a, b, c) -> register(number(a, narrow).multiply(number(b, narrow)).shiftRight(16), 32));
    Check.integers(
        "mad24.lo." + t,
        32,
        (a, b, c) -> register(number(a, narrow).multiply(number(b, narrow)).add(number(c, t)), 32));
    Check.integers(
        "mad24.hi." + t,
        32,
        (a, b, c) ->
            register(
                number(a, narrow).multiply(number(b, narrow)).shiftRight(16).add(number(c, t)),
                32));
  }

  @Test
  void product24SaturatesTheSumOfItsUpperPart() {
    Check.integers(
        "mad24.hi.sat.s32",
        32,
        (a, b, c) -> {
          BigInteger high = number(a, "s24").multiply(number(b, "s24")).shiftRight(16);
          return register(clamp(high.add(number(c, "s32")), "s32"), 32);
        });
  }

  @Test
  void pairsOfHalvesAreComputedApart() {
    long a = 0xffff_0001L;
    long b = 0x0002_ffffL;
    assertThat(Check.function("add.u16x2").apply(a, b, 0)).isEqualTo(0x0001_0000L);
    assertThat(Check.function("min.s16x2").apply(a, b, 0)).isEqualTo(0xffff_ffffL);
    assertThat(Check.function("max.u16x2").apply(a, b, 0)).isEqualTo(0xffff_ffffL);
    assertThat(Check.function("max.s16x2").apply(a, b, 0)).isEqualTo(0x0002_0001L);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "add.b32",
        "add.u8",
        "add.sat.s64",
        "mul.s32",
        "mul.wide.s64",
        "mad.s32",
        "abs.u32",
        "neg.u16",
        "max.relu.u32",
        "mul24.u32",
        "mad24.hi.sat.u32",
        "div.lo.s32",
        "add",
        "frobnicate.s32",
        ""
      })
  void whatPtxDoesNotHaveIsNotFound(String mnemonic) {
    assertThat(LaneFunctions.lookup(mnemonic)).isNull();
  }
}
