package dev.syncopate.memory.protocol;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.Step;
import dev.syncopate.memory.access.WarpAccess;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * L1 cache controller of a protocol. The tile's accesses arrive in the order of its request FIFO.
 * Answers of the L2 arrive as messages, those of one bank in the order in which the bank sent them.
 */
public interface L1Controller extends Controller {
  /**
   * Offers a line access whose warp access is at a step done per line. When it is done or its
   * answer has come, {@link CompletionListener#performed} is called, perhaps before this returns.
   *
   * @return {@link ControllerOutcome#DONE}, or a stall
   */
  ControllerOutcome accept(LineAccess access);

  /**
   * Offers a step done once in the cache.
   *
   * @return {@link ControllerOutcome#PENDING} when {@link CompletionListener#stepDone} will be
   *     called later
   */
  ControllerOutcome step(Step step, WarpAccess access);

  /** Takes a message from the L2. */
  void receive(MemoryMessage message);

  /** Cycles a step occupies the cache each time it is offered. */
  default int cycles(Step step) {
    return 1;
  }

  /**
   * It stalled for {@link ControllerOutcome#STALLED_BY_MECHANISM}, for so many cycles: to be
   * counted.
   */
  default void stalled(long cycles) {}

  /**
   * Reads those of some bytes of one line that this cache has written and not passed on, for the
   * host while no kernel runs: where a bank has named this tile as their {@link
   * L2Controller#owner}.
   *
   * @param target receives byte {@code address + i} at {@code at + i}
   */
  default void hostRead(long address, byte[] target, int offset, int bytes) {
    throw new UnsupportedOperationException("this L1 owns no bytes between kernels");
  }

  /** Writes the bytes of one line that it holds, for the host while no kernel runs. */
  default void hostWrite(long address, byte[] source, int offset, int bytes) {
    throw new UnsupportedOperationException("this L1 owns no bytes between kernels");
  }

  /**
   * Gives up the updates that it has kept beyond a kernel's end, where a machine says that this
   * takes no time: commutative atomics for the host to perform.
   */
  default void giveUp(Consumer<LineAccess> updates) {}

  /**
   * For a report of a hang: what the cache holds of bytes that lie in one line, null when it has
   * not all of them. Changes nothing.
   */
  default @Nullable CachedCopy copy(long address, int bytes) {
    return null;
  }
}
