package dev.syncopate.memory.cache;

/**
 * sFIFO of QuickRelease: a ring of as many entries as the hardware has, numbered without gaps. It
 * cannot be searched: an entry stays when its line is cleaned by other means.
 */
public final class BoundedStoreFifo implements NumberedStoreFifo {
  private final long[] lines;

  /** Number of the oldest entry, and of the next to come. */
  private long oldest;

  private long next;

  public BoundedStoreFifo(int entries) {
    lines = new long[entries];
  }

  @Override
  public boolean full() {
    return next - oldest == lines.length;
  }

  @Override
  public void push(long line) {
    if (full()) {
      throw new IllegalStateException("sFIFO is full");
    }
    lines[(int) (next++ % lines.length)] = line;
  }

  @Override
  public long pop() {
    if (isEmpty()) {
      throw new IllegalStateException("sFIFO is empty");
    }
    return lines[(int) (oldest++ % lines.length)];
  }

  @Override
  public long marker() {
    return next;
  }

  @Override
  public long oldest() {
    return oldest;
  }

  @Override
  public long line(long entry) {
    return lines[(int) (entry % lines.length)];
  }

  @Override
  public void cleaned(long line) {}

  @Override
  public long renumber() {
    long shift = oldest;
    long[] entries = new long[lines.length];
    int count = (int) (next - oldest);
    for (int i = 0; i < count; i++) {
      entries[i] = lines[(int) ((oldest + i) % lines.length)];
    }
    System.arraycopy(entries, 0, lines, 0, entries.length);
    oldest = 0;
    next = count;
    return shift;
  }
}
