package dev.syncopate.ptx.ir;

/**
 * Where an address points (PTX ISA, "State Spaces"). Kernel parameters are {@link #PARAM}; those of
 * functions are lowered to registers.
 */
public enum StateSpace {
  GENERIC,
  GLOBAL,
  SHARED,
  LOCAL,
  CONST,
  PARAM
}
