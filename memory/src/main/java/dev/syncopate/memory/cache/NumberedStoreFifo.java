package dev.syncopate.memory.cache;

/**
 * sFIFO of an L1. Entries are numbered in order of arrival: a number marks a place in the FIFO, up
 * to which a flush goes. An implementation may remove entries other than the oldest; its numbers
 * then have gaps.
 */
public interface NumberedStoreFifo extends StoreFifo {
  /** Line of an entry number that has no entry. */
  long ABSENT = -1;

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
  long renumber();

  @Override
  default void canonicalize() {
    renumber();
  }

  @Override
  default boolean isEmpty() {
    return marker() == oldest();
  }

  /** Whether the newest entry is this line's. */
  default boolean newestIs(long line) {
    return !isEmpty() && line(marker() - 1) == line;
  }

  @Override
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
