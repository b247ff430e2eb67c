package dev.syncopate.check.memory;

import dev.syncopate.machine.warp.Grid;
import org.jspecify.annotations.Nullable;

/**
 * A read of bytes that were never written: by no copy, no memset and no thread; in shared memory by
 * no thread of the CTA.
 *
 * @param grid the launch
 * @param pc the instruction that reads
 * @param cta of the thread
 * @param thread of the thread in its CTA, counted by whole warps
 * @param address of the element with the first of these bytes; in shared memory its offset
 * @param bytes of an element
 * @param unwritten how many of these were never written
 * @param name what the launch calls the element; null where it has no name
 * @param shared whether it is in shared memory
 * @param count of threads that read such bytes by this instruction, each time
 */
public record UnwrittenRead(
    Grid grid,
    int pc,
    int cta,
    int thread,
    long address,
    int bytes,
    int unwritten,
    @Nullable String name,
    boolean shared,
    long count) {
  UnwrittenRead counted(long times) {
    return new UnwrittenRead(grid, pc, cta, thread, address, bytes, unwritten, name, shared, times);
  }
}
