package dev.syncopate.ptx.alu;

/** Register form of {@code f32}. */
public final class Floats {
  /** The NaN that f32 arithmetic yields. */
  static final long NAN = 0x7fff_ffffL;

  private Floats() {}

  public static float value(long register) {
    return Float.intBitsToFloat((int) register);
  }

  /**
   * One NaN for all, since which operand's payload the processor keeps depends on how the loop was
   * compiled.
   */
  public static long bits(float value) {
    return Float.isNaN(value) ? NAN : Float.floatToRawIntBits(value) & 0xffff_ffffL;
  }

  /**
   * A zero of the same sign when the magnitude is below {@code tiny}, which is 0 to keep subnormal
   * numbers.
   */
  public static float flush(float value, float tiny) {
    return Math.abs(value) < tiny ? 0f * value : value;
  }

  /** {@code .sat}. */
  public static float saturate(float value) {
    return value > 0 ? Math.min(value, 1f) : 0f;
  }
}
