package dev.syncopate.machine.core;

import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.Kind;
import dev.syncopate.memory.access.WarpAccess;
import java.util.Arrays;

/**
 * Words that a warp has taken by a compare-and-swap or an exchange of zero for something else, and
 * not written since: what a hang report calls the locks it holds. Only the latest are kept, one a lane.
 */
final class HeldWords {
  private static final int KEPT = 64;

  long[] address = new long[4];
  int[] lane = new int[4];
  int[] pc = new int[4];
  int count;

  void clear() {
    count = 0;
  }

  /** An atomic at {@code pc} has returned the old values. */
  void returned(WarpAccess access, int at) {
    AtomicOp operation = access.operation.atomic();
    if (operation != AtomicOp.CAS && operation != AtomicOp.EXCH) {
      return;
    }
    for (long rest = access.lanes; rest != 0; rest &= rest - 1) {
      int l = Long.numberOfTrailingZeros(rest);
      long old = access.result[access.resultBase[0] + l];
      long written = operation == AtomicOp.CAS ? access.operand2[l] : access.operand[l];
      long wanted = operation == AtomicOp.CAS ? access.operand[l] : 0;
      if (old == wanted && written != old) {
        take(access.address[l], l, at);
      }
    }
  }

  /** An atomic on shared memory has changed a word. */
  void changed(AtomicOp operation, long word, long old, int by, int at) {
    if (operation == AtomicOp.CAS || (operation == AtomicOp.EXCH && old == 0)) {
      take(word, by, at);
    } else {
      forget(word);
    }
  }

  /** A lane takes a word, given by its generic address. */
  void take(long word, int by, int at) {
    forget(word);
    if (count == KEPT) {
      System.arraycopy(address, 1, address, 0, KEPT - 1);
      System.arraycopy(lane, 1, lane, 0, KEPT - 1);
      System.arraycopy(pc, 1, pc, 0, KEPT - 1);
      count--;
    }
    if (count == address.length) {
      address = Arrays.copyOf(address, 2 * count);
      lane = Arrays.copyOf(lane, 2 * count);
      pc = Arrays.copyOf(pc, 2 * count);
    }
    address[count] = word;
    lane[count] = by;
    pc[count++] = at;
  }

  /** The warp writes: what it writes to it holds no more, unless the write takes it anew. */
  void writes(WarpAccess access) {
    if (access.operation.kind() == Kind.LOAD) {
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
  void forget(long word) {
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
