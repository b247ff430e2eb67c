package dev.syncopate.machine.spin;

import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.WarpAccess;

/**
 * Locks that lanes of a warp hold, as far as their accesses show: words taken by a compare-and-swap
 * or an exchange of zero for something else, and not written since. Only the latest few are kept.
 *
 * <p>{@link LaneNeeds} decides by them which lanes go on alone while others spin; a hang report
 * names them.
 */
public final class HeldWords {
  private static final int KEPT = 4;

  private final long[] address = new long[KEPT];
  private final int[] lane = new int[KEPT];
  private final int[] pc = new int[KEPT];
  private int count;

  HeldWords() {}

  /** How many there are; places from 0 on, the one taken first in front. */
  public int count() {
    return count;
  }

  public boolean isEmpty() {
    return count == 0;
  }

  /** The generic address of the word at a place. */
  public long address(int place) {
    return address[place];
  }

  /** The lane that has taken it. */
  public int lane(int place) {
    return lane[place];
  }

  /** Index of the instruction that has taken it. */
  public int pc(int place) {
    return pc[place];
  }

  void clear() {
    count = 0;
  }

  /** The lanes that hold a word. */
  long holders(long word) {
    long holders = 0;
    for (int i = 0; i < count; i++) {
      holders |= address[i] == word ? 1L << lane[i] : 0;
    }
    return holders;
  }

  /** An atomic at {@code pc} has returned the old values. */
  public void returned(WarpAccess access, int accessPc) {
    AtomicOp operation = access.operation.atomic();
    if (operation != AtomicOp.CAS && operation != AtomicOp.EXCH) {
      return;
    }
    for (long rest = access.lanes; rest != 0; rest &= rest - 1) {
      int l = Long.numberOfTrailingZeros(rest);
      boolean matches = true;
      boolean changed = false;
      for (int e = 0; e < access.resultBase.length; e++) {
        int v = e * access.width + l;
        long old = access.result[access.resultBase[e] + l];
        long written = operation == AtomicOp.CAS ? access.operand2[v] : access.operand[v];
        long expectedValue = operation == AtomicOp.CAS ? access.operand[v] : 0;
        matches &= old == expectedValue;
        changed |= written != old;
      }
      if (matches && changed) {
        take(access.address[l], l, accessPc);
      }
    }
  }

  /**
   * An atomic on shared memory has changed a word.
   *
   * @param takes whether it is a compare-and-swap, or an exchange that found zero
   */
  public void changed(boolean takes, long word, int holderLane, int accessPc) {
    if (takes) {
      take(word, holderLane, accessPc);
    } else {
      forget(word);
    }
  }

  /** A lane takes a word, given by its generic address. */
  void take(long word, int holderLane, int accessPc) {
    forget(word);
    if (count == KEPT) {
      System.arraycopy(address, 1, address, 0, KEPT - 1);
      System.arraycopy(lane, 1, lane, 0, KEPT - 1);
      System.arraycopy(pc, 1, pc, 0, KEPT - 1);
      count--;
    }
    address[count] = word;
    lane[count] = holderLane;
    pc[count++] = accessPc;
  }

  /** The warp writes: what it writes to it holds no more, unless the write takes it anew. */
  public void writes(WarpAccess access) {
    if (access.operation.kind() == AccessKind.LOAD) {
      return;
    }
    AtomicOp operation = access.operation.atomic();
    for (long rest = access.lanes; rest != 0 && count > 0; rest &= rest - 1) {
      int l = Long.numberOfTrailingZeros(rest);
      // A compare-and-swap may fail; then nothing has changed.
      if (operation != AtomicOp.CAS) {
        forget(access.address[l]);
      }
    }
  }

  /** The word is written. */
  public void forget(long word) {
    for (int i = 0; i < count; i++) {
      if (address[i] == word) {
        count--;
        System.arraycopy(address, i + 1, address, i, count - i);
        System.arraycopy(lane, i + 1, lane, i, count - i);
        System.arraycopy(pc, i + 1, pc, i, count - i);
        return;
      }
    }
  }
}
