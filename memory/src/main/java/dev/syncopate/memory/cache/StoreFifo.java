package dev.syncopate.memory.cache;

/**
 * sFIFO of a cache (QuickRelease): addresses of lines in the order in which they became dirty. A
 * mechanism gives one to its lines; {@link BoundedStoreFifo} is the paper's.
 *
 * <p>Invariant: each dirty line of the cache has an entry. Whether a line that is cleaned or
 * evicted keeps its entry is the implementation's: the user of {@link #pop} checks that the line is
 * dirty.
 */
public interface StoreFifo {
  /** Whether the oldest entry has to leave before another line is added. */
  boolean full();

  /** Adds a line behind the others. */
  void push(long line);

  /** Removes the oldest entry and returns its line. */
  long pop();

  /** Whether there is no entry. */
  boolean isEmpty();

  /** Whether the line has an entry. */
  boolean holds(long line);

  /** A line is clean now, or has left the cache. A FIFO that cannot be searched keeps its entry. */
  void cleaned(long line);

  /** Gives FIFOs with the same lines in the same order the same representation. */
  void canonicalize();
}
