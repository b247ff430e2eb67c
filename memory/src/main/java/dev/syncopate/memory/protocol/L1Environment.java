package dev.syncopate.memory.protocol;

/**
 * Outgoing interface of an L1 controller towards the network. The {@link CompletionListener} is its
 * interface towards the load-store unit.
 */
public interface L1Environment extends Environment {
  /** The cache is busy with what a message asks for so many cycles, not with accesses. */
  void occupy(int cycles);
}
