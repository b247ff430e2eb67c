package dev.syncopate.memory.protocol;

import dev.syncopate.memory.cache.Holdings;
import java.util.List;

/**
 * The controller of an L2 bank, of a GPU or of the memory side that several share. Messages of one
 * tile or bank arrive in the order in which it sent them. A message from the memory side to the
 * bank of a GPU is never refused.
 */
public interface L2Controller extends Holdings.Holder {
  /**
   * Offers a message.
   *
   * @return {@link Outcome#DONE}, or a stall: later messages wait behind it
   */
  Outcome receive(MemoryMessage message);

  /** Memory has answered {@link L2Environment#fetch}. */
  void filled(int miss);

  /** What it counts beside what it was given to count in. */
  default List<Object> counters() {
    return List.of();
  }

  /** Whether nothing is outstanding. */
  boolean idle();

  /** Every listed (state, event) pair and how often it has happened. */
  List<Transitions.Pair> transitions();

  /** From now on {@link #settle} looks at the states in which events end: of those to come. */
  default void check() {}

  /**
   * An event is over: where that is checked, every state is one that its table lists as the end of
   * it.
   *
   * @throws ProtocolException when one is not
   */
  default void settle() {}

  /**
   * Makes numbers that only grow small again and clears what is looked at no more, so that
   * controllers that will behave alike are alike in all their fields. Changes nothing that this one
   * will do. For whoever compares states; the machine has no need of it.
   */
  default void canonicalize() {}

  /**
   * What always holds between two events and does not now: a line each, none when all is well. For
   * whoever checks the controller; the machine does not ask.
   */
  default List<String> checkInvariants() {
    return List.of();
  }

  /** For a report of a hang: a line for each thing that waits, and what for. */
  List<String> waiting();

  /**
   * Reads bytes of one line as the device would see them, for the host while no kernel runs; a bank
   * of one of several GPUs those that the memory side has not been sent.
   *
   * @param into receives byte {@code address + i} at {@code at + i}
   */
  void hostRead(long address, byte[] into, int at, int bytes);

  /** Writes bytes of one line, for the host while no kernel runs. */
  void hostWrite(long address, byte[] from, int at, int bytes);

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
