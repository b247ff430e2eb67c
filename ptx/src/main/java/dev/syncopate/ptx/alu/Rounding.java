package dev.syncopate.ptx.alu;

/** How a number between two representable ones is rounded (PTX ISA, "Rounding Modifiers"). */
public enum Rounding {
  /** {@code .rn}: to the nearest, ties to the even one. */
  NEAREST_EVEN,
  /** {@code .rz}. */
  TOWARDS_ZERO,
  /** {@code .rm}: towards negative infinity. */
  DOWN,
  /** {@code .rp}: towards positive infinity. */
  UP,
  /** {@code .rna}: to the nearest, ties away from zero. */
  NEAREST_AWAY
}
