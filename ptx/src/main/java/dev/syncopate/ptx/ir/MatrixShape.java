package dev.syncopate.ptx.ir;

/**
 * Sizes and element types of a matrix multiplication D = A B + C of a warp (PTX ISA, "Matrix
 * multiply-accumulate operation using mma instruction"). A is {@code m} by {@code k}, B {@code k}
 * by {@code n}. Of a warpgroup's multiplication it is the part of one warp: 16 rows of A and D.
 *
 * @param saturates whether integer results are limited to their range
 */
public record MatrixShape(
    int m, int n, int k, Element a, Element b, Element c, Element d, boolean saturates) {
  private static final int LANES = 32;

  /** Type of a matrix's elements. */
  public enum Element {
    E4M3(8),
    E5M2(8),
    F16(16),
    BF16(16),
    TF32(32),
    F32(32),
    F64(64),
    S8(8),
    U8(8),
    S32(32);

    private final int bits;

    Element(int bits) {
      this.bits = bits;
    }

    /** Width in a register. */
    public int bits() {
      return bits;
    }

    /** Elements of a register: 64 bits wide for {@link #F64}, else 32. */
    public int perRegister() {
      return this == F64 ? 1 : 32 / bits;
    }
  }

  /** Registers of a lane for A. */
  public int aRegisters() {
    return m * k / LANES / a.perRegister();
  }

  /** Registers of a lane for B. */
  public int bRegisters() {
    return k * n / LANES / b.perRegister();
  }

  /** Registers of a lane for C. */
  public int cRegisters() {
    return m * n / LANES / c.perRegister();
  }

  /** Registers of a lane for D. */
  public int dRegisters() {
    return m * n / LANES / d.perRegister();
  }

  /** Multiply-adds. */
  public int operations() {
    return m * n * k;
  }
}
