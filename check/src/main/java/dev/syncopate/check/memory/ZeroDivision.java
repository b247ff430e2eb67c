package dev.syncopate.check.memory;

import dev.syncopate.machine.warp.Grid;

/**
 * A division of an integer by zero.
 *
 * @param grid the launch
 * @param pc the instruction
 * @param cta of the thread
 * @param thread that divides, in its CTA, counted by whole warps
 * @param count of threads, each time
 */
public record ZeroDivision(Grid grid, int pc, int cta, int thread, long count) {
  ZeroDivision counted(long times) {
    return new ZeroDivision(grid, pc, cta, thread, times);
  }
}
