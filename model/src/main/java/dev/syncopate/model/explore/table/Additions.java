package dev.syncopate.model.explore.table;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Rows that several threads add to a table at once. While they do, a row that is new has a number
 * for the time being; afterwards one thread gives those rows their final numbers, in an order that
 * it chooses.
 *
 * <pre>
 *   slot of the table      upper half of the hash | number of a state
 *   slot of an addition    upper half of the hash | 1, block, place in the block
 * </pre>
 */
public final class Additions {
  private static final int BLOCK_BITS = 8;
  private static final int BLOCK = 1 << BLOCK_BITS;

  private final ExploredStates table;

  /** Rows of new states, by block; a block is one thread's until numbers are given. */
  private int[][] rows = {};

  /** By block: the slots of the rows, and their numbers for good or -1. */
  private int[][] places = {};

  private int[][] numbers = {};
  private final AtomicInteger blocks = new AtomicInteger();

  public Additions(ExploredStates table) {
    this.table = table;
  }

  /**
   * Begins anew, when all rows that were added have their numbers.
   *
   * @param limit how many rows are added at most
   * @param threads that add them
   */
  public void begin(int limit, int threads) {
    table.reserve(table.size() + limit);
    for (int block = 0; block < Math.min(blocks.get(), numbers.length); block++) {
      Arrays.fill(numbers[block], -1);
    }
    blocks.set(0);
    int room = limit / BLOCK + 1 + threads;
    if (room > rows.length) {
      rows = Arrays.copyOf(rows, room);
      places = Arrays.copyOf(places, room);
      numbers = Arrays.copyOf(numbers, room);
    }
  }

  /** Whether what {@link Writer#add} gave is no number for good. */
  public static boolean isNew(int number) {
    return number < -1;
  }

  /**
   * The number for good of what {@link Writer#add} gave for the time being.
   *
   * @param parent the state from which it is reached, when it is the first one to be asked for
   */
  public int settle(int provisional, int parent) {
    int id = -2 - provisional;
    int block = id >>> BLOCK_BITS;
    int index = id & BLOCK - 1;
    int existing = numbers[block][index];
    if (existing >= 0) {
      return existing;
    }
    int number = table.append(rows[block], index * table.width, parent);
    numbers[block][index] = number;
    long[] slots = table.slots();
    int slot = places[block][index];
    slots[slot] = (slots[slot] & ExploredStates.TAG) | number;
    return number;
  }

  /** A thread's interface to add rows. */
  public final class Writer {
    private int block;
    private int used = BLOCK;

    /** To be called before the first addition after {@link Additions#begin}. */
    public void begin() {
      used = BLOCK;
    }

    /**
     * Adds a row.
     *
     * @param hash of the row
     * @return its number, or one below -1 for the time being
     */
    public int add(int[] row, long hash) {
      long[] slots = table.slots();
      int mask = slots.length - 1;
      long tag = hash & ExploredStates.TAG;
      int slot = ExploredStates.home(hash, mask);
      long mine = ExploredStates.FREE;
      while (true) {
        long entry = (long) ExploredStates.SLOTS.getAcquire(slots, slot);
        if (entry == ExploredStates.FREE) {
          if (mine == ExploredStates.FREE) {
            mine = tag | write(row);
          }
          entry =
              (long)
                  ExploredStates.SLOTS.compareAndExchange(slots, slot, ExploredStates.FREE, mine);
          if (entry == ExploredStates.FREE) {
            places[block][used] = slot;
            return given(block << BLOCK_BITS | used++);
          }
        }
        if ((entry & ExploredStates.TAG) == tag) {
          int number = (int) entry;
          if (number < 0 && equal(number & Integer.MAX_VALUE, row)) {
            return given(number & Integer.MAX_VALUE);
          } else if (number >= 0 && table.equal(number, row)) {
            return number;
          }
        }
        slot = slot + 1 & mask;
      }
    }

    private static int given(int id) {
      return -2 - id;
    }

    /** What stands in the slot of a row that is written where the next addition goes. */
    private long write(int[] row) {
      if (used == BLOCK) {
        block = blocks.getAndIncrement();
        used = 0;
        if (rows[block] == null) {
          rows[block] = new int[BLOCK * table.width];
          places[block] = new int[BLOCK];
          numbers[block] = new int[BLOCK];
          Arrays.fill(numbers[block], -1);
        }
      }
      System.arraycopy(row, 0, rows[block], used * table.width, table.width);
      return 1L << 31 | block << BLOCK_BITS | used;
    }

    private boolean equal(int id, int[] row) {
      int base = (id & BLOCK - 1) * table.width;
      int[] blockRows = rows[id >>> BLOCK_BITS];
      return Arrays.equals(blockRows, base, base + table.width, row, 0, table.width);
    }
  }
}
