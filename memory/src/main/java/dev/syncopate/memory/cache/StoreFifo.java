package dev.syncopate.memory.cache;

/**
 * sFIFO of a cache (QuickRelease): addresses of lines in the order in which they became dirty. A
 * mechanism gives one to its lines; {@link BoundedStoreFifo} is the paper's. An entry stays when
 * its line is cleaned by other means: the user of {@link #pop} checks that the line is still dirty.
 *
 * <p>Entries are numbered in order of arrival: a number marks a place in the FIFO. An
 * implementation may remove entries other than the oldest; its numbers then have gaps.
 *
 * <p>Invariant: each dirty line of the cache has an entry.
 */
public interface StoreFifo {
  /** Line of an entry number that has no entry. */
  long ABSENT = -1;

  /** Whether the oldest entry has to leave before another line is added. */
  boolean full();

  /** Adds a line behind the others. */
  void push(long line);

  /** Removes the oldest entry and returns its line. */
  long pop();

  /** The number of the next entry: all entries present have smaller ones. */
  long marker();

  /** The number of the oldest entry; {@link #marker} if the FIFO is empty. */
  long oldest();

  /** The line of an entry, or {@link #ABSENT} if the entry was removed. */
  long line(long entry);

  /**
   * Subtracts the number of the oldest entry from all numbers and clears what is not in use.
   *
   * @return the number that was subtracted
   */
  long canonicalize();

  /** Whether there is no entry. */
  default boolean isEmpty() {
    return marker() == oldest();
  }

  /** Whether the newest entry is this line's. */
  default boolean newestIs(long line) {
    return !isEmpty() && line(marker() - 1) == line;
  }

  /** Whether the line has an entry. */
  default boolean holds(long line) {
    for (long entry = oldest(); entry < marker(); entry++) {
      if (line(entry) == line) {
        return true;
      }
    }
    return false;
  }

  /** Whether an entry older than a marker is still here. */
  default boolean holdsOlderThan(long marker) {
    return oldest() < Math.min(marker, marker());
  }
}
