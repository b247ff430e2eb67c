package dev.syncopate.memory.mechanism.phi;

/** Whether a line of the L1 is in update mode. */
enum PhiState {
  /** It holds data alone, or is not here. */
  DATA,
  /** It holds partial values, and data at most in other words. */
  UPDATES
}
