package dev.syncopate.memory.cache;

/**
 * The sFIFO of a cache (QuickRelease): addresses of lines in the order in which they became dirty.
 * An entry stays when its line is cleaned by other means; whoever takes it out looks whether the
 * line is still dirty.
 *
 * <p>Entries are numbered in order of arrival, without gaps: a number marks a place in the FIFO.
 */
public final class StoreFifo {
  private final long[] lines;

  /** Number of the oldest entry, and of the next to come. */
  private long oldest;

  private long next;

  public StoreFifo(int entries) {
    lines = new long[entries];
  }

  public boolean full() {
    return next - oldest == lines.length;
  }

  public boolean isEmpty() {
    return next == oldest;
  }

  /** Adds a line behind the others. */
  public void push(long line) {
    if (full()) {
      throw new IllegalStateException("sFIFO is full");
    }
    lines[(int) (next++ % lines.length)] = line;
  }

  /** Takes the oldest line out. */
  public long pop() {
    if (isEmpty()) {
      throw new IllegalStateException("sFIFO is empty");
    }
    return lines[(int) (oldest++ % lines.length)];
  }

  /** The number that the next entry will get: everything in the FIFO has a smaller one. */
  public long marker() {
    return next;
  }

  /** Whether the newest entry is this line's. */
  public boolean newestIs(long line) {
    return !isEmpty() && lines[(int) ((next - 1) % lines.length)] == line;
  }

  /** The number of the oldest entry, or of the next to come when there is none. */
  public long oldest() {
    return oldest;
  }

  /**
   * Numbers the entries from 0 again and forgets those that are gone.
   *
   * @return how much smaller each number has become
   */
  public long canonicalize() {
    long shift = oldest;
    long[] kept = new long[lines.length];
    int count = (int) (next - oldest);
    for (int i = 0; i < count; i++) {
      kept[i] = lines[(int) ((oldest + i) % lines.length)];
    }
    System.arraycopy(kept, 0, lines, 0, kept.length);
    oldest = 0;
    next = count;
    return shift;
  }

  /** Whether an entry is here. */
  public boolean holds(long line) {
    for (long entry = oldest; entry < next; entry++) {
      if (line(entry) == line) {
        return true;
      }
    }
    return false;
  }

  /** The line of an entry that is here. */
  public long line(long entry) {
    return lines[(int) (entry % lines.length)];
  }

  /** Whether an entry older than a marker is still here. */
  public boolean holdsOlderThan(long marker) {
    return oldest < Math.min(marker, next);
  }
}
