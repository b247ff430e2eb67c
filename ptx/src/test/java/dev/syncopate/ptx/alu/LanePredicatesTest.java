package dev.syncopate.ptx.alu;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.ptx.alu.table.LanePredicates;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Comparisons against the order of unbounded numbers. */
class LanePredicatesTest {
  /** Signs of a - b for which each holds. */
  private static final Map<String, Set<Integer>> HOLDS =
      Map.ofEntries(
          Map.entry("eq", Set.of(0)),
          Map.entry("ne", Set.of(-1, 1)),
          Map.entry("lt", Set.of(-1)),
          Map.entry("le", Set.of(-1, 0)),
          Map.entry("gt", Set.of(1)),
          Map.entry("ge", Set.of(0, 1)),
          Map.entry("lo", Set.of(-1)),
          Map.entry("ls", Set.of(-1, 0)),
          Map.entry("hi", Set.of(1)),
          Map.entry("hs", Set.of(0, 1)));

  private static Set<Integer> holds(String comparison) {
    return requireNonNull(HOLDS.get(comparison));
  }

  private static BigInteger number(long register, String type) {
    int bits = Integer.parseInt(type.substring(1));
    BigInteger value = new BigInteger(Long.toUnsignedString(register));
    boolean negative = type.startsWith("s") && value.testBit(bits - 1);
    return negative ? value.subtract(BigInteger.ONE.shiftLeft(bits)) : value;
  }

  @ParameterizedTest
  @ValueSource(strings = {"u16", "s16", "b16", "u32", "s32", "b32", "u64", "s64", "b64"})
  void integersCompare(String type) {
    int bits = Integer.parseInt(type.substring(1));
    List<String> comparisons =
        type.startsWith("b")
            ? List.of("eq", "ne")
            : type.startsWith("s")
                ? List.of("eq", "ne", "lt", "le", "gt", "ge")
                : List.of("eq", "ne", "lt", "le", "gt", "ge", "lo", "ls", "hi", "hs");
    for (String comparison : comparisons) {
      Check.predicate(
          "setp." + comparison + "." + type,
          Values.integers(bits),
          r -> r.nextLong() & Values.mask(bits),
          (a, b) -> holds(comparison).contains(number(a, type).compareTo(number(b, type))));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"f16", "bf16", "f32", "f64"})
  void floatsCompareOrderedAndUnordered(String type) {
    Ieee f =
        switch (type) {
          case "f16" -> Ieee.F16;
          case "bf16" -> Ieee.BF16;
          case "f32" -> Ieee.F32;
          default -> Ieee.F64;
        };
    for (String comparison : List.of("eq", "ne", "lt", "le", "gt", "ge")) {
      floats(comparison + "." + type, f, (a, b) -> ordered(f, a, b, comparison));
      floats(
          comparison + "u." + type,
          f,
          (a, b) -> f.isNan(a) || f.isNan(b) || ordered(f, a, b, comparison));
      if (type.equals("f32")) {
        floats(
            comparison + ".ftz.f32", f, (a, b) -> ordered(f, f.flush(a), f.flush(b), comparison));
      }
    }
    floats("num." + type, f, (a, b) -> !f.isNan(a) && !f.isNan(b));
    floats("nan." + type, f, (a, b) -> f.isNan(a) || f.isNan(b));
  }

  private static void floats(String name, Ieee f, Check.Predicate reference) {
    Check.predicate("setp." + name, Values.floats(f), r -> Values.randomFloat(r, f), reference);
  }

  private static boolean ordered(Ieee f, long a, long b, String comparison) {
    if (f.isNan(a) || f.isNan(b)) {
      return false;
    }
    int order;
    if (f.isInfinite(a) || f.isInfinite(b)) {
      order = Integer.compare(infiniteSign(f, a), infiniteSign(f, b));
    } else {
      order = f.value(a).compareTo(f.value(b));
    }
    return holds(comparison).contains(order);
  }

  private static int infiniteSign(Ieee f, long a) {
    return f.isInfinite(a) ? f.negative(a) ? -1 : 1 : 0;
  }

  @Test
  void setAndCombiningQualifiersNameTheSameComparison() {
    assertThat(Check.predicate("set.lt.u32.s32").test(0xffff_ffffL, 0)).isTrue();
    assertThat(Check.predicate("setp.lt.and.u32").test(0xffff_ffffL, 0)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "setp.s32", "setp.eq", "setp.ltu.s32", "setp.lo.f32", "setp.eq.u8", "setp.eq.ftz.f64",
            "setp.eq.f16x2",
        "testp.finite.f16", "testp.odd.f32", "setp.lt.b32", "setp.hi.s32", "setp.eq.tf32",
            "add.s32", ""
      })
  void whatPtxDoesNotHaveIsNotFound(String mnemonic) {
    assertThat(LanePredicates.lookup(mnemonic)).isNull();
  }
}
