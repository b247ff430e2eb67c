package dev.syncopate.memory.cache;

/**
 * The bytes of a line that atomics have written: all of theirs, but for those of compare-and-swaps
 * that have found another value. These have read and no more.
 *
 * @param low which of the first 64 bytes, with {@code high} for the others
 * @param changed whether any of them has another value than before
 */
public record WrittenBytes(long low, long high, boolean changed) {
  /** Whether nothing is written. */
  public boolean isEmpty() {
    return (low | high) == 0;
  }
}
