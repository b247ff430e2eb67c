package dev.syncopate.ptx.alu.floating;

import dev.syncopate.ptx.alu.FloatFormat;
import dev.syncopate.ptx.alu.Floats;
import dev.syncopate.ptx.alu.LaneFunction.Cost;
import dev.syncopate.ptx.alu.LanePredicate;

/**
 * Comparisons of floating-point numbers. Two numbers stand in one of four relations, each of which
 * is a bit of a table; the table says for which of them the comparison holds.
 */
public final class FloatCompare {
  public static final int UNORDERED = 1;
  public static final int LESS = 2;
  public static final int EQUAL = 4;
  public static final int GREATER = 16;

  private FloatCompare() {}

  /** The number of the relation's bit. */
  private static int relation(double x, double y) {
    return (x < y ? 1 : 0) | (x == y ? 2 : 0) | (x > y ? 4 : 0);
  }

  public static final class Single extends LanePredicate {
    private final long holds;
    private final float tiny;

    public Single(String mnemonic, int holds, boolean ftz) {
      super(mnemonic, Cost.FLOAT);
      this.holds = holds;
      this.tiny = ftz ? Float.MIN_NORMAL : 0;
    }

    @Override
    public boolean test(long a, long b) {
      return (holdsBit(a, b) & 1) != 0;
    }

    private long holdsBit(long a, long b) {
      float x = Floats.flush(Floats.value(a), tiny);
      float y = Floats.flush(Floats.value(b), tiny);
      return holds >>> relation(x, y);
    }

    @Override
    public long warp(long[] a, int aBase, long[] b, int bBase, long mask, boolean full, int width) {
      if (!full) {
        return super.warp(a, aBase, b, bBase, mask, full, width);
      }
      long result = 0;
      for (int lane = 0; lane < width; lane++) {
        result |= (holdsBit(a[aBase + lane], b[bBase + lane]) & 1) << lane;
      }
      return result;
    }
  }

  public static final class Wide extends LanePredicate {
    private final int holds;

    public Wide(String mnemonic, int holds) {
      super(mnemonic, Cost.DOUBLE);
      this.holds = holds;
    }

    @Override
    public boolean test(long a, long b) {
      int relation = relation(Double.longBitsToDouble(a), Double.longBitsToDouble(b));
      return (holds >>> relation & 1) != 0;
    }
  }

  /** f16 and bf16. */
  public static final class Half extends LanePredicate {
    private final FloatFormat format;
    private final int holds;
    private final boolean ftz;

    public Half(String mnemonic, FloatFormat format, int holds, boolean ftz) {
      super(mnemonic, Cost.FLOAT);
      this.format = format;
      this.holds = holds;
      this.ftz = ftz;
    }

    @Override
    public boolean test(long a, long b) {
      double x = format.decode(ftz ? format.flush(a) : a);
      double y = format.decode(ftz ? format.flush(b) : b);
      return (holds >>> relation(x, y) & 1) != 0;
    }
  }
}
