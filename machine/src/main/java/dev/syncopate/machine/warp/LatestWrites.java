package dev.syncopate.machine.warp;

import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;

/**
 * Device words that a warp wrote last, for reports: the latest few strong stores and atomics, which
 * are what others poll, and behind them the latest weak store. Of each instruction only the first
 * lane's word.
 */
public final class LatestWrites {
  private static final int STRONG = 4;

  /** As many as are kept. */
  public static final int KEPT = STRONG + 1;

  /** {@code word, pc << 32 | lane} of each, in one array since every store of a warp looks here. */
  private final long[] notes = new long[2 * KEPT];

  LatestWrites() {
    clear();
  }

  void clear() {
    for (int i = 0; i < KEPT; i++) {
      set(i, 0, 0, -1);
    }
  }

  /** Whether there is one: not all places are taken at first. */
  public boolean has(int place) {
    return notes[2 * place + 1] >= 0;
  }

  /** The address written. */
  public long address(int place) {
    return notes[2 * place];
  }

  public int lane(int place) {
    return (int) notes[2 * place + 1];
  }

  public int pc(int place) {
    return (int) (notes[2 * place + 1] >> 32);
  }

  /**
   * Whether an operation is noted. Compare-and-swaps may fail; those that do not are in {@link
   * dev.syncopate.machine.spin.HeldWords}.
   */
  public static boolean concern(MemoryOperation operation) {
    return operation.kind() == AccessKind.STORE
        || (operation.kind() == AccessKind.ATOMIC && operation.atomic() != AtomicOp.CAS);
  }

  public static boolean strong(MemoryOperation operation) {
    return operation.kind() == AccessKind.ATOMIC || operation.order() != Order.WEAK;
  }

  /** A lane writes a word. */
  public void note(boolean strong, long word, int writer, int writePc) {
    if (!strong) {
      set(STRONG, word, writer, writePc);
      return;
    }
    int place = 0;
    while (place < STRONG - 1 && has(place) && address(place) != word) {
      place++;
    }
    // The latest comes first: a word written again moves there.
    System.arraycopy(notes, 0, notes, 2, 2 * place);
    set(0, word, writer, writePc);
  }

  private void set(int place, long word, int writer, int writePc) {
    notes[2 * place] = word;
    notes[2 * place + 1] = (long) writePc << 32 | writer;
  }
}
