package dev.syncopate.memory.config;

/** When a relaxed atomic is over for the warp that issues it. */
public enum RelaxedAtomics {
  /** Without a result, once the L1 has taken or sent it: the warp goes on. */
  POSTED,

  /** Once it is performed: the warp's next memory instruction waits for that. */
  AWAITED,

  /**
   * Once it is performed: the warp issues no instruction at all before. GPGPU-Sim's shader core
   * does so (a warp with outstanding atomics counts as waiting).
   */
  BLOCKING
}
