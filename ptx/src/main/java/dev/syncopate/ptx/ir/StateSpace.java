package dev.syncopate.ptx.ir;

/**
 * State space of an address (PTX ISA, "State Spaces"). Kernel parameters are {@link #PARAM}; those
 * of functions are lowered to registers.
 */
public enum StateSpace {
  GENERIC,
  GLOBAL,
  /** Shared memory of the thread's own CTA. */
  SHARED,
  /** Shared memory of all CTAs of the cluster; its window includes that of {@link #SHARED}. */
  SHARED_CLUSTER,
  LOCAL,
  CONST,
  PARAM
}
