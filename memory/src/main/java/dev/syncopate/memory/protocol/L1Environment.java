package dev.syncopate.memory.protocol;

import java.util.function.LongSupplier;

/** What an L1 controller acts through downwards; {@link CompletionListener} is above it. */
public interface L1Environment {
  /**
   * Sends a message to the bank it names, or to its line's home bank; messages to one bank arrive
   * in the order sent.
   */
  void send(MemoryMessage message);

  /** The L2 banks of the tile's GPU; a message names one by its number among them, from 0. */
  int banks();

  /** The cache is busy with what a message asks for so many cycles, not with accesses. */
  void occupy(int cycles);

  /** A byte of memory has got another value. */
  void wordChanged();

  /** For histories and messages to people; decides nothing. */
  long time();

  /** Gives {@link #time}: asked at every event of a controller, so that one kind of clock pays. */
  default LongSupplier clock() {
    return this::time;
  }
}
