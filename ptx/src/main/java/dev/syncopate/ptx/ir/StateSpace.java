package dev.syncopate.ptx.ir;

/**
 * State space of an address (PTX ISA, "State Spaces"). Kernel parameters are {@link #PARAM}; those
 * of functions are lowered to registers.
 */
public enum StateSpace {
  GENERIC,
  GLOBAL,
  SHARED,
  LOCAL,
  CONST,
  PARAM
}
