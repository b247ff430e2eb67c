package dev.syncopate.memory.protocol;

import java.util.List;

/** The controller of an L2 bank. Messages of one tile arrive in the order in which it sent them. */
public interface L2Controller {
  /**
   * Offers a message.
   *
   * @return {@link Outcome#DONE}, or a stall: later messages wait behind it
   */
  Outcome receive(MemoryMessage message);

  /** Memory has answered {@link L2Environment#fetch}. */
  void filled(int miss);

  /** Whether nothing is outstanding. */
  boolean idle();

  /** For a report of a hang: a line for each thing that waits, and what for. */
  List<String> waiting();

  /**
   * Reads bytes of one line as the device would see them, for the host while no kernel runs.
   *
   * @param into receives byte {@code address + i} at {@code at + i}
   */
  void hostRead(long address, byte[] into, int at, int bytes);

  /** Writes bytes of one line, for the host while no kernel runs. */
  void hostWrite(long address, byte[] from, int at, int bytes);
}
