package dev.syncopate.machine.unit.transaction;

import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.MemoryOperation;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Undo log of a warp's thread-local memory ({@code .local}): the last stored values, and the
 * earlier values of words overwritten inside transactions. Only its lane accesses a local word, so
 * the last stored value is the current one. A word without a store before the transaction has an
 * undefined value, and none is restored.
 *
 * <p>Memory itself is changed by stores alone: here is only what a roll-back is to store.
 */
final class LocalVersions {
  private static final int WORD = 4;

  /** A word of each lane; masks have a bit for each. */
  private static final class Row {
    final long address;
    final int[] value;
    final int[] old;

    /** Lanes that have stored to it. */
    long written;

    /** Lanes that have in their transaction, and of these, those that had before. */
    long touched;

    long savedLanes;

    Row(long address, int width) {
      this.address = address;
      this.value = new int[width];
      this.old = new int[width];
    }

    /** Changes bytes of a lane's word. */
    void put(int lane, boolean inside, int mask, int bits) {
      long bit = 1L << lane;
      if (inside && (touched & bit) == 0) {
        touched |= bit;
        if ((written & bit) != 0) {
          savedLanes |= bit;
          old[lane] = value[lane];
        }
      }
      written |= bit;
      value[lane] = (value[lane] & ~mask) | (bits & mask);
    }

    /** What lanes have stored in their transactions is no longer there. */
    void forget(long lanes) {
      for (long rest = savedLanes & lanes; rest != 0; rest &= rest - 1) {
        int lane = Long.numberOfTrailingZeros(rest);
        value[lane] = old[lane];
      }
      written &= ~(touched & ~savedLanes & lanes);
      settle(lanes);
    }

    /** What lanes have stored is to stay. */
    void settle(long lanes) {
      touched &= ~lanes;
      savedLanes &= ~lanes;
    }
  }

  private final int width;

  /** By word; null for a word without a store. */
  private @Nullable Row[] rows = new Row[0];

  /** Rows that lanes have stored to in transactions that have not ended. */
  private Row[] changed = new Row[8];

  private int changes;

  LocalVersions(int width) {
    this.width = width;
  }

  /** Other threads have come. */
  void clear() {
    for (Row row : rows) {
      if (row != null) {
        row.written = 0;
        row.settle(-1L);
      }
    }
    changes = 0;
  }

  /**
   * Lanes store, or do something atomically.
   *
   * @param inside those of them that are in a transaction
   * @param address of each lane in its own memory, aligned
   * @param operand of element e of lane l at {@code e * width + l}; the second one of an atomic
   *     like that of an element
   */
  void write(MemoryOperation operation, long lanes, long inside, long[] address, long[] operand) {
    int bytes = operation.type().bytes();
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      boolean undone = (inside >>> lane & 1) != 0;
      if (operation.kind() == AccessKind.STORE) {
        for (int e = 0; e < operation.elements(); e++) {
          put(lane, undone, address[lane] + (long) e * bytes, bytes, operand[e * width + lane]);
        }
      } else if (operation.elements() > 1) {
        update(operation, address[lane], lane, undone, operand);
      } else {
        put(lane, undone, address[lane], bytes, result(operation, address[lane], lane, operand));
      }
    }
  }

  /** An exchange or a compare-and-swap that takes several elements as one word. */
  private void update(
      MemoryOperation operation, long address, int lane, boolean inside, long[] operand) {
    int bytes = operation.type().bytes();
    int elements = operation.elements();
    boolean compares = operation.atomic() == AtomicOp.CAS;
    boolean writes = true;
    for (int e = 0; compares && e < elements; e++) {
      writes &= value(address + (long) e * bytes, bytes, lane) == operand[e * width + lane];
    }
    for (int e = 0; writes && e < elements; e++) {
      int v = compares ? elements + e : e;
      put(lane, inside, address + (long) e * bytes, bytes, operand[v * width + lane]);
    }
  }

  private long result(MemoryOperation operation, long address, int lane, long[] operand) {
    AtomicOp atomic = operation.atomic();
    if (atomic == null) {
      throw new IllegalStateException("an atomic does nothing");
    }
    long old = value(address, operation.type().bytes(), lane);
    long second = operand.length > width + lane ? operand[width + lane] : 0;
    return atomic.apply(operation.type(), old, operand[lane], second);
  }

  /** What is there as a lane sees it, zero-extended. */
  private long value(long address, int bytes, int lane) {
    long value = 0;
    for (int offset = 0; offset < bytes; offset += WORD) {
      Row row = row(address + offset);
      value |= Integer.toUnsignedLong(row.value[lane]) >>> shift(address) << bits(offset);
    }
    return bytes == Long.BYTES ? value : value & (1L << bits(bytes)) - 1;
  }

  private static int bits(int bytes) {
    return Byte.SIZE * bytes;
  }

  /** Where a byte is in its word, in bits. */
  private static int shift(long address) {
    return Byte.SIZE * (int) (address % WORD);
  }

  private void put(int lane, boolean inside, long address, int bytes, long value) {
    for (int offset = 0; offset < bytes; offset += WORD) {
      Row row = row(address + offset);
      if (inside && row.touched == 0) {
        note(row);
      }
      int mask = bytes >= WORD ? -1 : ((1 << bits(bytes)) - 1) << shift(address);
      row.put(lane, inside, mask, (int) (value >>> bits(offset)) << shift(address));
    }
  }

  private Row row(long address) {
    int index = (int) (address / WORD);
    if (index >= rows.length) {
      rows = Arrays.copyOf(rows, Math.max(index + 1, 2 * rows.length));
    }
    Row row = rows[index];
    if (row == null) {
      row = new Row(address - address % WORD, width);
      rows[index] = row;
    }
    return row;
  }

  private void note(Row row) {
    if (changes == changed.length) {
      changed = Arrays.copyOf(changed, 2 * changes);
    }
    changed[changes++] = row;
  }

  /** The transactions of lanes have ended: what they have stored stays. */
  void commit(long lanes) {
    for (int i = 0; i < changes; i++) {
      changed[i].settle(lanes);
    }
    compact();
  }

  /** Result of a roll-back: until when it takes, and how many words it has stored. */
  record Restored(long endCycle, int words, boolean complete) {}

  /**
   * Stores what lanes have overwritten in their transactions, one word of all of them after the
   * other, as far as the load-store unit has room.
   */
  Restored restore(LocalStores stores, int pc, Warp warp, long lanes, long now) {
    long endCycle = now;
    int words = 0;
    boolean complete = true;
    for (int i = 0; i < changes && complete; i++) {
      Row row = changed[i];
      long restoredLanes = row.savedLanes & lanes;
      long storeEnd =
          restoredLanes == 0
              ? now
              : stores.store(pc, warp, restoredLanes, row.address, row.old, now);
      complete = storeEnd != LocalStores.REFUSED;
      if (complete) {
        row.forget(lanes);
        endCycle = Math.max(endCycle, storeEnd);
        words += Long.bitCount(restoredLanes);
      }
    }
    compact();
    return new Restored(endCycle, words, complete);
  }

  /** Drops rows that no transaction has changed any more. */
  private void compact() {
    int remainingCount = 0;
    for (int i = 0; i < changes; i++) {
      if (changed[i].touched != 0) {
        changed[remainingCount++] = changed[i];
      }
    }
    changes = remainingCount;
  }
}
