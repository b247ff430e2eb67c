package dev.syncopate.ptx.alu;

/** Rounding of a number between two representable ones (PTX ISA, "Rounding Modifiers"). */
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
