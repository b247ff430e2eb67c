package dev.syncopate.check.race;

import dev.syncopate.check.race.ShadowAccesses.Page;
import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.access.MemoryOperation;

/** Takes a warp's accesses apart: lanes that touch the same in groups, and words one by one. */
final class AccessDecomposition {
  private static final int WORD_SHIFT = 2;
  private static final int WORD_BYTES = 1 << WORD_SHIFT;

  private final RunInstructions instructions;
  private final Conflicts conflicts;

  AccessDecomposition(RunInstructions instructions, Conflicts conflicts) {
    this.instructions = instructions;
    this.conflicts = conflicts;
  }

  /**
   * Memory that is watched.
   *
   * @param origin the address that is its first
   */
  record Memory(ShadowAccesses shadow, boolean shared, long origin) {}

  /**
   * Accesses of a warp's lanes in one instruction.
   *
   * @param operation the instruction, or for a copy what it does to this memory
   * @param bytes of each lane
   * @param stored what a store writes, element e of lane l at {@code e * width + l}; empty where it
   *     is not known
   */
  record Step(
      WarpClock warp,
      int pc,
      MemoryOperation operation,
      long lanes,
      long[] address,
      int bytes,
      long[] stored,
      boolean transaction) {}

  /** Lanes access memory. */
  void access(Memory memory, Step step) {
    WarpClock warp = step.warp;
    MemoryOperation operation = step.operation;
    long[] address = step.address;
    instructions.note(step.pc, operation);
    boolean writes = operation.kind() != AccessKind.LOAD;
    boolean updates = operation.kind() == AccessKind.ATOMIC;
    boolean strong = RunInstructions.isStrong(operation);
    int size = operation.type().bytes();
    for (long rest = step.lanes; rest != 0; ) {
      int lane = Long.numberOfTrailingZeros(rest);
      long laneAddress = address[lane];
      int node = warp.now[lane];
      long groupLanes = 1L << lane;
      rest &= rest - 1;
      while (rest != 0) {
        int next = Long.numberOfTrailingZeros(rest);
        if (address[next] != laneAddress || warp.now[next] != node) {
          break;
        }
        groupLanes |= 1L << next;
        rest &= rest - 1;
      }
      LaneGroup group =
          new LaneGroup(
              warp,
              groupLanes,
              node,
              step.pc,
              size,
              writes,
              updates,
              strong,
              step.transaction,
              memory.shared);
      words(memory.shadow, group, laneAddress - memory.origin, step);
    }
    warp.accessed |= step.lanes;
    warp.dirty |= step.lanes;
  }

  private void words(ShadowAccesses shadow, LaneGroup group, long offset, Step step) {
    long[] stored = step.stored;
    boolean valued = group.plane() == ShadowAccesses.Plane.WEAK_WRITE && stored.length != 0;
    long end = offset + step.bytes;
    for (long word = offset >> WORD_SHIFT; word << WORD_SHIFT < end; word++) {
      long start = word << WORD_SHIFT;
      int low = (int) Math.max(0, offset - start);
      int high = (int) Math.min(WORD_BYTES, end - start);
      Page page = shadow.page(word);
      int mask = (1 << high) - (1 << low);
      int value = 0;
      boolean uniform = valued;
      if (valued) {
        int first = Long.numberOfTrailingZeros(group.lanes());
        value = word(group, stored, first, (int) (start + low - offset), low);
        for (long rest = group.lanes() & group.lanes() - 1;
            uniform && rest != 0;
            rest &= rest - 1) {
          int lane = Long.numberOfTrailingZeros(rest);
          uniform = value == word(group, stored, lane, (int) (start + low - offset), low);
        }
      }
      conflicts.access(group, page, word, mask, value, uniform);
    }
  }

  /**
   * What a lane stores to a word.
   *
   * @param offset of the word's first byte that it stores to, from where the lane's bytes begin
   * @param low number of that byte in the word
   */
  private static int word(LaneGroup group, long[] stored, int lane, int offset, int low) {
    int size = group.size();
    int index = offset / size * group.warp().now.length + lane;
    if (size >= WORD_BYTES) {
      return (int) (stored[index] >>> (8 * (offset % size)));
    }
    int value = 0;
    for (int position = low; position < WORD_BYTES && index < stored.length; position += size) {
      value |= (int) ((stored[index] & (1L << (8 * size)) - 1) << (8 * position));
      index += group.warp().now.length;
    }
    return value;
  }
}
