package dev.syncopate.memory.protocol;

/**
 * Controller of an L2 bank, either of a GPU or of the memory side that several GPUs share. Messages
 * of one tile or bank arrive in the order in which it sent them. A message from the memory side to
 * the bank of a GPU is never refused.
 */
public interface L2Controller extends Controller {
  /**
   * Offers a message.
   *
   * @return {@link ControllerOutcome#DONE}, or a stall: later messages wait behind it
   */
  ControllerOutcome receive(MemoryMessage message);

  /** Memory has answered {@link L2Environment#fetch}. */
  void filled(int miss);

  /**
   * Reads bytes of one line as the device would see them, for the host while no kernel runs; a bank
   * of one of several GPUs those that the memory side has not been sent.
   *
   * @param target receives byte {@code address + i} at {@code at + i}
   */
  void hostRead(long address, byte[] target, int offset, int bytes);

  /** Writes bytes of one line, for the host while no kernel runs. */
  void hostWrite(long address, byte[] source, int offset, int bytes);

  /**
   * Whether the host may replace what the cache holds ({@link #hostEmpty}, {@link #hostInstall}),
   * which a bank refuses whose other state depends on it.
   */
  default boolean hostInstalls() {
    return false;
  }

  /** Gives all lines up, with their dirty bytes to memory, while no kernel runs. */
  default void hostEmpty() {
    throw new UnsupportedOperationException("the contents of this bank cannot be replaced");
  }

  /**
   * Brings sectors of a line from memory, as its most recently used line, while no kernel runs. The
   * least recently used line of its set gives way.
   *
   * @param maskLow bytes of the sectors, as in {@link dev.syncopate.memory.access.LineAccess}
   * @param dirty whether they are to be written back like bytes that the device has written
   */
  default void hostInstall(long line, long maskLow, long maskHigh, boolean dirty) {
    throw new UnsupportedOperationException("the contents of this bank cannot be replaced");
  }

  /**
   * Whether an access to a line has been taken that is performed after what comes behind it. Until
   * it is over the bank must not record another owner of the line's words.
   */
  default boolean performsLater(long line) {
    return false;
  }

  /** {@link #owner} of a byte that no L1 owns. */
  int NOBODY = -1;

  /**
   * The number of the node whose L1 has the newest value of a byte, written or not, and keeps it
   * between kernels; or {@link #NOBODY}. Asked for the host while no kernel runs.
   */
  default int owner(long address) {
    return NOBODY;
  }
}
