package dev.syncopate.machine.warp;

import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.Kind;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;

/**
 * Device words that a warp wrote last, for reports: the latest few strong stores and atomics, which
 * are what others poll, and behind them the latest weak store. Of each instruction only the first
 * lane's word.
 */
public final class LatestWrites {
  private static final int STRONG = 4;
  private static final int KEPT = STRONG + 1;

  public final long[] address = new long[KEPT];
  public final int[] lane = new int[KEPT];
  public final int[] pc = new int[KEPT];

  LatestWrites() {
    clear();
  }

  void clear() {
    java.util.Arrays.fill(pc, -1);
  }

  /**
   * Whether an operation is noted; compare-and-swaps, which may fail, are {@link HeldWords}'
   * business.
   */
  public static boolean concern(MemoryOperation operation) {
    return operation.kind() == Kind.STORE
        || (operation.kind() == Kind.ATOMIC && operation.atomic() != AtomicOp.CAS);
  }

  public static boolean strong(MemoryOperation operation) {
    return operation.kind() == Kind.ATOMIC || operation.order() != Order.WEAK;
  }

  /** A lane writes a word. */
  public void note(boolean strong, long word, int by, int at) {
    if (!strong) {
      set(STRONG, word, by, at);
      return;
    }
    int place = 0;
    while (place < STRONG - 1 && pc[place] >= 0 && address[place] != word) {
      place++;
    }
    // The latest comes first: a word written again moves there.
    for (int i = place; i > 0; i--) {
      set(i, address[i - 1], lane[i - 1], pc[i - 1]);
    }
    set(0, word, by, at);
  }

  private void set(int place, long word, int by, int at) {
    address[place] = word;
    lane[place] = by;
    pc[place] = at;
  }
}
