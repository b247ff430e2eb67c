package dev.syncopate.machine.warp;

/** Why a warp did not issue in a cycle. */
public enum Stall {
  MEMORY,
  SCOREBOARD,
  BARRIER,
  FETCH,
  LOAD_STORE_UNIT,
  FENCE,
  BRANCH,
  SLEEP,
  TRANSACTION,
  LAUNCH,

  /** Bank conflicts or other warps held the pipe of shared memory. */
  SHARED_BUSY,

  /** The SIMD unit issued another warp, or the pipe was taken. */
  SIMD_BUSY
}
