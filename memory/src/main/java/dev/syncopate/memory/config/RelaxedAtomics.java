package dev.syncopate.memory.config;

/** When a relaxed atomic is over for the warp that issues it. */
public enum RelaxedAtomics {
  /** Without a result, once the L1 has taken or sent it: the warp goes on. */
  POSTED,

  /** Once it is performed: the warp's next memory instruction waits for that. */
  AWAITED
}
