package dev.syncopate.model.explore.table;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Rows that several threads add to a table at once. While they do, a row that is new has a
 * provisional number, above those of all states, and the lowest of the positions at which it was
 * added. Its final number is its rank by that position, which no order of the threads changes.
 *
 * <pre>
 *   provisional number     states of the table + (block, place in the block)
 * </pre>
 */
public final class Additions {
  private static final VarHandle POSITIONS = MethodHandles.arrayElementVarHandle(int[].class);
  private static final int BLOCK_BITS = 8;
  private static final int BLOCK = 1 << BLOCK_BITS;

  private final ExploredStates table;

  /** Rows of new states, by block; a block is one thread's. */
  private long[][] rows = {};

  /** By block: the slots of the rows, their lowest positions, and their final numbers. */
  private int[][] slots = {};

  private int[][] positions = {};
  private int[][] numbers = {};
  private final AtomicInteger blocks = new AtomicInteger();

  /** Blocks there may be. */
  private int room;

  /** States of the table before the additions. */
  private int base;

  public Additions(ExploredStates table) {
    this.table = table;
  }

  /**
   * Begins anew.
   *
   * @param limit how many rows there is room for
   * @param threads that add them
   */
  public void begin(int limit, int threads) {
    blocks.set(0);
    base = table.size();
    room = limit / BLOCK + 1 + threads;
    table.reserve(base + room * BLOCK);
    if (room > rows.length) {
      rows = Arrays.copyOf(rows, room);
      slots = Arrays.copyOf(slots, room);
      positions = Arrays.copyOf(positions, room);
      numbers = Arrays.copyOf(numbers, room);
    }
  }

  /** Whether a number is provisional. */
  public boolean isNew(int number) {
    return number >= base;
  }

  /** Whether a provisional number was first given at a position. */
  public boolean isFirst(int number, int position) {
    int id = number - base;
    return positions[id >>> BLOCK_BITS][id & BLOCK - 1] == position;
  }

  /** Makes room for the final numbers; for one thread. */
  public void extend(int count) {
    table.extend(base + count);
  }

  /**
   * Gives a row its final number; for any threads, each row once.
   *
   * @param rank of its position
   * @param parent the state from which it is reached
   */
  public void settle(int number, int rank, int parent) {
    int id = number - base;
    int block = id >>> BLOCK_BITS;
    int index = id & BLOCK - 1;
    numbers[block][index] = base + rank;
    table.put(base + rank, rows[block], index * table.layout().words(), parent);
    table.number(slots[block][index], base + rank);
  }

  /** The final number of a row. */
  public int settled(int number) {
    if (number < base) {
      return number;
    }
    int id = number - base;
    return numbers[id >>> BLOCK_BITS][id & BLOCK - 1];
  }

  /** A thread's interface to add rows. */
  public final class Writer {
    private int block;
    private int used = BLOCK;
    private boolean lowest;

    /** To be called before the first addition after {@link Additions#begin}. */
    public void begin() {
      used = BLOCK;
    }

    /**
     * Adds a row.
     *
     * @param offset of its first word
     * @param hash of the row
     * @param position by which rows are ranked
     * @return its number, perhaps a provisional one; -1 where there is no room
     */
    public int add(long[] source, int offset, long hash, int position) {
      lowest = false;
      if (used == BLOCK && !take()) {
        return -1;
      }
      int width = table.layout().words();
      int tag = table.tag(hash);
      int[] entries = table.slots();
      int mask = entries.length - 1;
      int slot = table.home(hash);
      boolean written = false;
      while (true) {
        int entry = (int) ExploredStates.SLOTS.getAcquire(entries, slot);
        if (entry == ExploredStates.FREE) {
          if (!written) {
            System.arraycopy(source, offset, rows[block], used * width, width);
            positions[block][used] = position;
            written = true;
          }
          int number = base + (block << BLOCK_BITS) + used;
          slots[block][used] = slot;
          entry =
              (int)
                  ExploredStates.SLOTS.compareAndExchange(
                      entries, slot, ExploredStates.FREE, tag | (number + 1));
          if (entry == ExploredStates.FREE) {
            used++;
            lowest = true;
            return number;
          }
        }
        if (table.hasTag(entry, tag)) {
          int number = table.number(entry);
          if (number < base) {
            if (table.equal(number, source, offset)) {
              return number;
            }
          } else if (isEqual(number - base, width, source, offset)) {
            lowest = lower(number - base, position);
            return number;
          }
        }
        slot = slot + 1 & mask;
      }
    }

    /**
     * Whether the row that was added last was new, or had been added at higher positions only. A
     * row's lowest position is one for which this was so.
     */
    public boolean isLowest() {
      return lowest;
    }

    private boolean take() {
      block = blocks.getAndIncrement();
      if (block >= room) {
        return false;
      }
      used = 0;
      int length = BLOCK * table.layout().words();
      if (rows[block] == null || rows[block].length != length) {
        rows[block] = new long[length];
        slots[block] = new int[BLOCK];
        positions[block] = new int[BLOCK];
        numbers[block] = new int[BLOCK];
      }
      return true;
    }

    private boolean isEqual(int id, int width, long[] source, int offset) {
      return table.equal(rows[id >>> BLOCK_BITS], (id & BLOCK - 1) * width, source, offset);
    }

    private boolean lower(int id, int position) {
      int[] lowest = positions[id >>> BLOCK_BITS];
      int index = id & BLOCK - 1;
      int lowestSoFar = (int) POSITIONS.getOpaque(lowest, index);
      while (position < lowestSoFar) {
        int present = (int) POSITIONS.compareAndExchange(lowest, index, lowestSoFar, position);
        if (present == lowestSoFar) {
          return true;
        }
        lowestSoFar = present;
      }
      return false;
    }
  }
}
