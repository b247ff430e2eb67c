package dev.syncopate.ptx.alu;

/** A lane function with a separate loop for the common case that all lanes take part. */
public abstract class DenseFunction extends LaneFunction {
  /** Ones in the bits of the type. */
  public final long mask;

  /** 64 minus the type's width. */
  public final int shift;

  public DenseFunction(String mnemonic, int arity, Cost cost, AluType type) {
    super(mnemonic, arity, cost);
    mask = type.mask();
    shift = type.shift();
  }

  /**
   * Applies the function to lanes 0 to {@code width - 1}. Every class writes the same loop again:
   * only so is its own {@link #apply} inlined there.
   */
  protected abstract void dense(
      long[] d, int i, long[] a, int j, long[] b, int k, long[] c, int l, int width);

  @Override
  public final void warp(
      long[] d,
      int dBase,
      long[] a,
      int aBase,
      long[] b,
      int bBase,
      long[] c,
      int cBase,
      long mask,
      boolean full,
      int width) {
    if (full) {
      dense(d, dBase, a, aBase, b, bBase, c, cBase, width);
    } else {
      super.warp(d, dBase, a, aBase, b, bBase, c, cBase, mask, full, width);
    }
  }
}
