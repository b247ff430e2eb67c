package dev.syncopate.memory.protocol;

/** What an L1 controller acts through downwards; {@link CompletionListener} is above it. */
public interface L1Environment extends Environment {
  /** The cache is busy with what a message asks for so many cycles, not with accesses. */
  void occupy(int cycles);
}
