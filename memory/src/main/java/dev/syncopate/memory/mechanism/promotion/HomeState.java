package dev.syncopate.memory.mechanism.promotion;

/** State of a line at its home bank with regard to remote accesses to it. */
public enum HomeState {
  /** No remote access is in progress. */
  IDLE,
  /** The L1 that a hint names and the requester's are asked; others may have to be. */
  HINTED,
  /** L1s are asked. */
  ASKING,
  /** L1s have answered, and L2s of several GPUs are asked. */
  ASKING_BANKS,
  /** All have answered: the access waits to be performed, or is. */
  PERFORMING
}
