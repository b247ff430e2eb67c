package dev.syncopate.ptx.ir;

/**
 * Operand codes. A value operand is an {@code int}: zero or more is the number of a value register,
 * less than zero is {@code ~index} of an entry of {@link Program#constants()}.
 *
 * <p>Registers hold 64 bits a lane. Values narrower than that are kept zero-extended: an {@code
 * .s16} of -1 is {@code 0xffff}, an {@code .f32} its 32 bits. Every instruction must leave its
 * destination in this form. Predicates are numbered separately, one bit a lane.
 */
public final class Operand {
  private Operand() {}

  public static boolean isConstant(int code) {
    return code < 0;
  }

  public static int constant(int index) {
    return ~index;
  }

  public static int constantIndex(int code) {
    return ~code;
  }
}
