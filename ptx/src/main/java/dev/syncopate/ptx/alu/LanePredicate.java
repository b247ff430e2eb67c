package dev.syncopate.ptx.alu;

/**
 * A comparison of two register values, lane by lane ({@code setp}, {@code set}). Ignores bits above
 * its type's width.
 */
public abstract class LanePredicate {
  private final String mnemonic;
  private final LaneFunction.Cost cost;

  protected LanePredicate(String mnemonic, LaneFunction.Cost cost) {
    this.mnemonic = mnemonic;
    this.cost = cost;
  }

  public abstract boolean test(long a, long b);

  /** The lanes of {@code mask} for which the comparison holds. */
  public long warp(long[] a, int aBase, long[] b, int bBase, long mask, boolean full, int width) {
    long holds = 0;
    for (long rest = mask; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      if (test(a[aBase + lane], b[bBase + lane])) {
        holds |= 1L << lane;
      }
    }
    return holds;
  }

  public final String mnemonic() {
    return mnemonic;
  }

  public final LaneFunction.Cost cost() {
    return cost;
  }

  @Override
  public final String toString() {
    return mnemonic;
  }
}
