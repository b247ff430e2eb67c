package dev.syncopate.machine.unit.exchange;

import dev.syncopate.ptx.ir.WarpInstruction.ShuffleMode;
import java.util.Arrays;

/**
 * Executes {@code shfl} and {@code shfl.sync}: each lane reads a register of another lane (PTX ISA,
 * "Data Movement and Conversion Instructions: shfl.sync").
 */
public final class Shuffle {
  private static final int LANES = 32;

  private Shuffle() {}

  /**
   * Copies the 32-bit value a of another lane to d. Lane l's operands are {@code a[aBase + l]}, b
   * and c. Operand b is the source lane or distance. Operand c holds the mask that cuts the warp
   * into segments (bits 12 to 8) and the bound on the source lane (bits 4 to 0). A lane whose
   * source is out of range keeps its own value. One whose source is in range but does not take part
   * gets 0: PTX leaves that undefined, hardware gives 0, and reductions over part of a warp rely on
   * it. The destination may be any of the operands.
   *
   * @param members the lanes that take part
   * @param lanes those of them that get their value
   * @return the lanes whose source is in range: the predicate destination
   */
  @SuppressWarnings("ReferenceEquality") // whether the two are the same array
  public static long apply(
      ShuffleMode mode,
      long[] d,
      int dBase,
      long[] a,
      int aBase,
      long[] b,
      int bBase,
      long[] c,
      int cBase,
      long members,
      long lanes) {
    long[] values = a;
    int base = aBase;
    if (d == a && Math.abs(dBase - aBase) < LANES) {
      values = Arrays.copyOfRange(a, aBase, aBase + LANES);
      base = 0;
    }
    long inRange = 0;
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      int source = source(mode, lane, (int) b[bBase + lane], (int) c[cBase + lane]);
      if (source >= 0) {
        inRange |= 1L << lane;
      }
      boolean sourcePresent = source < 0 || (members >>> source & 1) != 0;
      d[dBase + lane] =
          sourcePresent ? values[base + (source < 0 ? lane : source)] & 0xffff_ffffL : 0;
    }
    return inRange;
  }

  /** The lane that {@code lane} reads, or -1 where it is out of range. */
  public static int source(ShuffleMode mode, int lane, int b, int c) {
    int distance = b & 31;
    int segment = c >> 8 & 31;
    int first = lane & segment;
    int bound = first | (c & 31 & ~segment);
    int source =
        switch (mode) {
          case UP -> lane - distance;
          case DOWN -> lane + distance;
          case BFLY -> lane ^ distance;
          case IDX -> first | (distance & ~segment);
        };
    boolean inRange = mode == ShuffleMode.UP ? source >= bound : source <= bound;
    return inRange ? source : -1;
  }
}
