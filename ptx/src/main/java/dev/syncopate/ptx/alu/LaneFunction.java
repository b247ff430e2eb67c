package dev.syncopate.ptx.alu;

import org.jspecify.annotations.Nullable;

/**
 * A function of up to three 64-bit register values, applied lane by lane. Inputs and results are in
 * register form: zero extended from the type's width ({@link dev.syncopate.ptx.ir.Operand}). A
 * function must ignore bits of its inputs above its type's width, since PTX lets wider registers
 * stand in for narrower operands.
 */
public abstract class LaneFunction {
  private final String mnemonic;
  private final int arity;
  private final Cost cost;

  /** The kind of pipeline an instruction occupies; the machine gives each its latency and rate. */
  public enum Cost {
    INTEGER,
    MULTIPLY,
    DIVIDE,
    FLOAT,
    DOUBLE,
    SPECIAL,
    MOVE
  }

  protected LaneFunction(String mnemonic, int arity, Cost cost) {
    this.mnemonic = mnemonic;
    this.arity = arity;
    this.cost = cost;
  }

  /** The operation of {@code float} that this function is, rounded to nearest; null for another. */
  public @Nullable FloatOperation floatOperation() {
    return null;
  }

  /** The result for one lane; operands beyond {@link #arity()} are 0. */
  public abstract long apply(long a, long b, long c);

  /**
   * Applies the function to the lanes of {@code mask}. Operand x of lane l is {@code x[xBase + l]}.
   *
   * @param full whether every one of the {@code width} lanes is in the mask
   */
  public void warp(
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
    for (long rest = mask; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      d[dBase + lane] = apply(a[aBase + lane], b[bBase + lane], c[cBase + lane]);
    }
  }

  /** The instruction with its types, as in PTX: {@code mad.lo.s32}. */
  public final String mnemonic() {
    return mnemonic;
  }

  public final int arity() {
    return arity;
  }

  public final Cost cost() {
    return cost;
  }

  @Override
  public final String toString() {
    return mnemonic;
  }
}
