package dev.syncopate.memory.cache;

/**
 * sFIFO with an entry for each line of its cache: a doubly linked list with an index by line. The
 * entry of a line leaves when the line is cleaned or evicted, so the FIFO is never full and holds
 * the dirty lines and no others. It is the sFIFO of a bank that writes back on eviction only.
 *
 * <p>A FIFO of more than {@value #AT_ONCE} lines is allocated with its first entry, as {@link
 * CacheArray} is.
 */
public final class LineStoreFifo implements StoreFifo {
  private static final int NONE = MissTable.NONE;
  private static final int AT_ONCE = 64;
  private static final int[] UNALLOCATED = {};

  private final int lines;

  /** Entries by line. */
  private MissTable index = new MissTable(0);

  /** Neighbours of an entry: the one that became dirty before it, and the one after. */
  private int[] older = UNALLOCATED;

  private int[] newer = UNALLOCATED;
  private int oldest = NONE;
  private int newest = NONE;

  /**
   * @param lines of the cache
   */
  public LineStoreFifo(int lines) {
    this.lines = lines;
    if (lines <= AT_ONCE) {
      allocate();
    }
  }

  private void allocate() {
    index = new MissTable(lines);
    older = new int[lines];
    newer = new int[lines];
  }

  @Override
  public boolean full() {
    return false;
  }

  @Override
  public void push(long line) {
    if (holds(line)) {
      throw new IllegalStateException("line 0x%x is in the sFIFO".formatted(line));
    }
    if (older.length == 0) {
      allocate();
    }
    int entry = index.allocate(line);
    older[entry] = newest;
    newer[entry] = NONE;
    if (newest == NONE) {
      oldest = entry;
    } else {
      newer[newest] = entry;
    }
    newest = entry;
  }

  @Override
  public long pop() {
    if (isEmpty()) {
      throw new IllegalStateException("sFIFO is empty");
    }
    long line = index.line(oldest);
    remove(oldest);
    return line;
  }

  @Override
  public boolean isEmpty() {
    return oldest == NONE;
  }

  @Override
  public boolean holds(long line) {
    return index.find(line) != NONE;
  }

  @Override
  public void cleaned(long line) {
    int entry = index.find(line);
    if (entry != NONE) {
      remove(entry);
    }
  }

  private void remove(int entry) {
    if (entry == oldest) {
      oldest = newer[entry];
    } else {
      newer[older[entry]] = newer[entry];
    }
    if (entry == newest) {
      newest = older[entry];
    } else {
      older[newer[entry]] = older[entry];
    }
    older[entry] = 0;
    newer[entry] = 0;
    index.release(entry);
  }

  @Override
  public void canonicalize() {
    if (older.length == 0) {
      allocate();
    }
    long[] order = new long[older.length];
    int count = 0;
    while (!isEmpty()) {
      order[count++] = pop();
    }
    index.canonicalize();
    for (int i = 0; i < count; i++) {
      push(order[i]);
    }
  }
}
