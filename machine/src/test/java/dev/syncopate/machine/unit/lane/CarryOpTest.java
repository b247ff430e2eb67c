package dev.syncopate.machine.unit.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.machine.code.HotKernel;
import dev.syncopate.machine.code.HotOperands;
import dev.syncopate.machine.code.Op;
import dev.syncopate.machine.divergence.ReconvergenceStack;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.ptx.ir.Arithmetic.CarryOperation;
import dev.syncopate.ptx.ir.Arithmetic.ComputeCarry;
import dev.syncopate.ptx.ir.ClusterBounds;
import dev.syncopate.ptx.ir.Guard;
import dev.syncopate.ptx.ir.Position;
import dev.syncopate.ptx.ir.Program;
import dev.syncopate.ptx.ir.RegisterNeed;
import dev.syncopate.ptx.ir.ScalarType;
import dev.syncopate.ptx.ir.SourceLines;
import java.math.BigInteger;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Against unbounded integers, over edge values and random ones. */
class CarryOpTest {
  private static final int WIDTH = 32;
  private static final long[] EDGES = {
    0,
    1,
    2,
    0x7fff_ffffL,
    0x8000_0000L,
    0xffff_fffeL,
    0xffff_ffffL,
    Long.MAX_VALUE,
    Long.MIN_VALUE,
    -1,
    -2
  };

  private static final Program PROGRAM =
      new Program(
          "k",
          List.of(),
          new long[0],
          4,
          2,
          RegisterNeed.exactly(4),
          List.of(),
          0,
          0,
          0,
          0,
          0,
          List.of(),
          ClusterBounds.NONE,
          List.of(),
          new TreeSet<>(),
          List.of(),
          new SourceLines());

  @ParameterizedTest
  @EnumSource(names = {"U32", "S32", "U64", "S64"})
  void likeUnboundedIntegers(ScalarType type) {
    Random random = new Random(5);
    HotOperands operands = new HotOperands(PROGRAM, WIDTH);
    HotKernel kernel = new HotKernel(PROGRAM, 1, new Op[0], new long[0], new int[0], new int[0]);
    for (CarryOperation operation : CarryOperation.values()) {
      CarryOp op =
          new CarryOp(
              new ComputeCarry(
                  Guard.NONE,
                  new Position("t", 1, 1),
                  operation,
                  type,
                  3 * WIDTH,
                  0,
                  WIDTH,
                  2 * WIDTH,
                  0,
                  1),
              operands);
      for (int round = 0; round < 200; round++) {
        Warp warp = new Warp(0, 0, WIDTH, new ReconvergenceStack());
        warp.reserve(kernel);
        for (int i = 0; i < 3 * WIDTH; i++) {
          long value =
              random.nextBoolean() ? EDGES[random.nextInt(EDGES.length)] : random.nextLong();
          warp.values()[i] = type.bits() == 32 ? value & 0xffff_ffffL : value;
        }
        warp.predicates()[0] = random.nextLong();
        op.compute(warp, 0xffff_ffffL, true);
        for (int lane = 0; lane < WIDTH; lane++) {
          check(operation, type, warp, lane);
        }
      }
    }
  }

  private static void check(CarryOperation operation, ScalarType type, Warp warp, int lane) {
    long a = warp.values()[lane];
    long b = warp.values()[WIDTH + lane];
    long c = warp.values()[2 * WIDTH + lane];
    BigInteger carryIn = BigInteger.valueOf(warp.predicates()[0] >>> lane & 1);
    BigInteger modulus = BigInteger.ONE.shiftLeft(type.bits());
    BigInteger product =
        number(a, type, type.isSigned()).multiply(number(b, type, type.isSigned()));
    BigInteger exact =
        switch (operation) {
          case ADD -> number(a, type, false).add(number(b, type, false)).add(carryIn);
          case SUB -> number(a, type, false).subtract(number(b, type, false)).subtract(carryIn);
          case MAD_LO -> product.mod(modulus).add(number(c, type, false)).add(carryIn);
          case MAD_HI ->
              product.shiftRight(type.bits()).mod(modulus).add(number(c, type, false)).add(carryIn);
        };
    String description = "%s.%s of %x, %x, %x with %s".formatted(operation, type, a, b, c, carryIn);
    assertThat(warp.values()[3 * WIDTH + lane])
        .as(description)
        .isEqualTo(exact.mod(modulus).longValue());
    boolean carry =
        operation == CarryOperation.SUB ? exact.signum() < 0 : exact.compareTo(modulus) >= 0;
    assertThat((warp.predicates()[1] >>> lane & 1) != 0)
        .as("carry of " + description)
        .isEqualTo(carry);
  }

  private static BigInteger number(long value, ScalarType type, boolean signed) {
    if (signed) {
      return BigInteger.valueOf(type.bits() == 32 ? (int) value : value);
    }
    return new BigInteger(Long.toUnsignedString(value));
  }
}
