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
  LAUNCH
}
