package dev.syncopate.check.race;

import dev.syncopate.check.race.Shadow.Page;
import dev.syncopate.memory.access.Kind;
import dev.syncopate.memory.access.MemoryOperation;

/** Takes a warp's accesses apart: lanes that touch the same in groups, and words one by one. */
final class Accesses {
  private static final int WORD_SHIFT = 2;
  private static final int WORD_BYTES = 1 << WORD_SHIFT;

  private final Instructions instructions;
  private final Conflicts conflicts;

  Accesses(Instructions instructions, Conflicts conflicts) {
    this.instructions = instructions;
    this.conflicts = conflicts;
  }

  /**
   * Lanes access memory.
   *
   * @param shadow of that memory
   * @param origin the address that is its first
   * @param operation the instruction, or for a copy what it does to this memory
   * @param bytes of each lane
   */
  void access(
      Shadow shadow,
      boolean shared,
      long origin,
      WarpClock warp,
      int pc,
      MemoryOperation operation,
      long lanes,
      long[] address,
      int bytes,
      boolean transaction) {
    instructions.note(pc, operation);
    boolean writes = operation.kind() != Kind.LOAD;
    boolean updates = operation.kind() == Kind.ATOMIC;
    boolean strong = Instructions.isStrong(operation);
    int size = operation.type().bytes();
    for (long rest = lanes; rest != 0; ) {
      int lane = Long.numberOfTrailingZeros(rest);
      long at = address[lane];
      int node = warp.now[lane];
      long together = 1L << lane;
      rest &= rest - 1;
      while (rest != 0) {
        int next = Long.numberOfTrailingZeros(rest);
        if (address[next] != at || warp.now[next] != node) {
          break;
        }
        together |= 1L << next;
        rest &= rest - 1;
      }
      Group group =
          new Group(warp, together, node, pc, size, writes, updates, strong, transaction, shared);
      words(shadow, group, at - origin, bytes);
    }
    warp.accessed |= lanes;
    warp.dirty |= lanes;
  }

  private void words(Shadow shadow, Group group, long from, int bytes) {
    long end = from + bytes;
    for (long word = from >> WORD_SHIFT; word << WORD_SHIFT < end; word++) {
      long start = word << WORD_SHIFT;
      int low = (int) Math.max(0, from - start);
      int high = (int) Math.min(WORD_BYTES, end - start);
      Page page = shadow.page(word);
      conflicts.access(group, page, word, (1 << high) - (1 << low));
    }
  }
}
