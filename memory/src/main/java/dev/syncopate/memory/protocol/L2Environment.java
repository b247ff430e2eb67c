package dev.syncopate.memory.protocol;

import dev.syncopate.memory.access.LineData;
import dev.syncopate.memory.cache.LaneAtomics;

/** Outgoing interface of an L2 bank's controller. Lines are identified by their device address. */
public interface L2Environment extends Environment {
  /**
   * The bank's atomic unit has performed read-modify-writes; what is sent next is the answer, which
   * waits for the time that took.
   */
  default void atomicsPerformed(LaneAtomics atomics) {}

  /**
   * Asks memory for bytes of a line; {@link L2Controller#filled} is called when they have come.
   *
   * @param miss names the request
   */
  void fetch(int miss, long line, int start, int bytes);

  /** Reads bytes of a line that memory has delivered. */
  void readMemory(long line, int start, int bytes, LineData target, int offset);

  /**
   * Writes chosen bytes of a line to memory. A later {@link #readMemory} sees them.
   *
   * @param base where byte 0 of the line is in {@code data}
   */
  void writeMemory(long line, LineData data, int base, long maskLow, long maskHigh);

  /** Writes bytes of a line to memory for the host: not an access of the device. */
  void pokeMemory(long line, int start, int bytes, LineData data, int offset);

  /** The line's number among those that fall to this bank, without gaps: decides its set. */
  default long number(long line) {
    return topology().number(line);
  }
}
