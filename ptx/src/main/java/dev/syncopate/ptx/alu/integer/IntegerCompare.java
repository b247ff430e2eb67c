package dev.syncopate.ptx.alu.integer;

import dev.syncopate.ptx.alu.AluType;
import dev.syncopate.ptx.alu.LaneFunction.Cost;
import dev.syncopate.ptx.alu.LanePredicate;

/**
 * Comparisons of integers. Values are moved to the top of a long, which drops what is above their
 * type.
 */
public final class IntegerCompare {
  private IntegerCompare() {}

  private static long lanes(int width) {
    return -1L >>> (64 - width);
  }

  public static final class Equal extends LanePredicate {
    private final int shift;
    private final boolean negated;

    public Equal(String mnemonic, AluType type, boolean negated) {
      super(mnemonic, Cost.INTEGER);
      this.shift = type.shift();
      this.negated = negated;
    }

    @Override
    public boolean test(long a, long b) {
      return ((a ^ b) << shift == 0) != negated;
    }

    @Override
    public long warp(long[] a, int aBase, long[] b, int bBase, long mask, boolean full, int width) {
      if (!full) {
        return super.warp(a, aBase, b, bBase, mask, full, width);
      }
      long equal = 0;
      for (int lane = 0; lane < width; lane++) {
        equal |= ((a[aBase + lane] ^ b[bBase + lane]) << shift == 0 ? 1L : 0) << lane;
      }
      return negated ? equal ^ lanes(width) : equal;
    }
  }

  /** a &lt; b, or, swapped, b &lt; a, or the opposite of either. */
  public static final class Less extends LanePredicate {
    private final int shift;
    private final long flip;
    private final boolean swapped;
    private final boolean negated;

    public Less(String mnemonic, AluType type, boolean swapped, boolean negated) {
      super(mnemonic, Cost.INTEGER);
      this.shift = type.shift();
      this.flip = type.isSigned() ? 0 : Long.MIN_VALUE;
      this.swapped = swapped;
      this.negated = negated;
    }

    @Override
    public boolean test(long a, long b) {
      return less(swapped ? b : a, swapped ? a : b) != negated;
    }

    private boolean less(long a, long b) {
      return (a << shift ^ flip) < (b << shift ^ flip);
    }

    @Override
    public long warp(long[] a, int aBase, long[] b, int bBase, long mask, boolean full, int width) {
      if (!full) {
        return super.warp(a, aBase, b, bBase, mask, full, width);
      }
      long lessLanes =
          swapped ? dense(b, bBase, a, aBase, width) : dense(a, aBase, b, bBase, width);
      return negated ? lessLanes ^ lanes(width) : lessLanes;
    }

    private long dense(long[] a, int aBase, long[] b, int bBase, int width) {
      long lessLanes = 0;
      for (int lane = 0; lane < width; lane++) {
        lessLanes |= (less(a[aBase + lane], b[bBase + lane]) ? 1L : 0) << lane;
      }
      return lessLanes;
    }
  }
}
