package dev.syncopate.memory.rig;

import dev.syncopate.memory.cache.LaneBytes;
import java.util.List;

/** Environment in which tiny threads run. */
public interface TestBed {
  /** The thread of a warp slot. */
  TinyThread thread(int tile, int warp);

  /** Runs until every thread has ended and each L1 has been released, as at a kernel's end. */
  void run();

  /** Copies memory out, before or after running. */
  void read(long address, byte[] target);

  /** Copies into memory, before or after running. */
  void write(long address, byte[] source);

  /** A 32-bit word of memory. */
  default long word(long address) {
    byte[] bytes = new byte[4];
    read(address, bytes);
    return LaneBytes.get(bytes, 0, 4);
  }

  /** Sets a 32-bit word. */
  default void word(long address, long value) {
    byte[] bytes = new byte[4];
    LaneBytes.put(bytes, 0, 4, value);
    write(address, bytes);
  }

  /**
   * Keeps a journal of what happens to an address's line, if it can; to be called before running.
   */
  default void watch(long address) {}

  /** The end of the journal of {@link #watch}, oldest first. */
  default List<String> history() {
    return List.of();
  }
}
