package dev.syncopate.memory.protocol;

import java.util.function.LongSupplier;

/** What an L2 bank's controller acts through. Lines are named by their device address. */
public interface L2Environment {
  /** {@link #gpu} of a bank that all GPUs share. */
  int MEMORY_SIDE = -1;

  /** The GPU that the bank belongs to, or {@link #MEMORY_SIDE}. */
  int gpu();

  /**
   * Sends a message, often the request itself made into its answer, to the tile or L2 bank it
   * names; those to one arrive in the order sent.
   */
  void reply(MemoryMessage message);

  /**
   * Sends a message on to the bank it names, or to its line's home bank; those from one bank to
   * another arrive in the order sent.
   */
  void pass(MemoryMessage message);

  /**
   * From the bank of one of several GPUs: sends a message to the bank of the memory side that it
   * names, or to its line's; those to one bank arrive in the order sent.
   */
  void toMemorySide(MemoryMessage message);

  /**
   * Asks memory for bytes of a line; {@link L2Controller#filled} is called when they have come.
   *
   * @param miss names the request
   */
  void fetch(int miss, long line, int from, int bytes);

  /** Reads bytes of a line that memory has delivered. */
  void readMemory(long line, int from, int bytes, byte[] into, int at);

  /**
   * Writes chosen bytes of a line to memory. A later {@link #readMemory} sees them.
   *
   * @param base where byte 0 of the line is in {@code data}
   */
  void writeMemory(long line, byte[] data, int base, long maskLow, long maskHigh);

  /** Writes bytes of a line to memory for the host: not an access of the device. */
  void pokeMemory(long line, int from, int bytes, byte[] data, int at);

  /** The line's number among those that fall to this bank, without gaps: decides its set. */
  long number(long line);

  /** A byte of memory has got another value. */
  void wordChanged();

  /** For histories and messages to people; decides nothing. */
  long time();

  /** Gives {@link #time}: asked at every event of a controller, so that one kind of clock pays. */
  default LongSupplier clock() {
    return this::time;
  }
}
