package dev.syncopate.ptx.alu;

/** Operation of f32 that one instruction of a processor performs. */
public enum FloatOperation {
  ADD,
  SUBTRACT,
  MULTIPLY,
  /** Fused: one rounding. */
  MULTIPLY_ADD
}
