package dev.syncopate.memory.mechanism.phi;

/** Update mode of a line of the L1. */
enum PhiState {
  /** It holds data alone, or is not here. */
  DATA,
  /** It holds partial values, and data at most in other words. */
  UPDATES
}
