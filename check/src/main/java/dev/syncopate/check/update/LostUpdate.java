package dev.syncopate.check.update;

import dev.syncopate.machine.warp.Grid;
import org.jspecify.annotations.Nullable;

/**
 * A load and a store by one thread that update memory together, and another thread's write to the
 * same bytes between them: what the one wrote is lost to the other. All of them are strong, so it
 * is no data race.
 *
 * @param grid the launch
 * @param shared whether in shared memory
 * @param address a device address, or an offset in shared memory
 * @param bytes of the element
 * @param name what the launch calls the element; null where it has no name
 * @param load the instruction that read
 * @param store the instruction that wrote what was computed from that
 * @param by the thread of both
 * @param write the other write
 * @param writer its thread
 * @param updated whether the other write is the end of an update as well, of the same value: one of
 *     the two is lost, and which one the run does not tell
 * @param operation as in {@code ReadModifyWrites.Update}
 * @param count how often it was seen, at the least
 */
public record LostUpdate(
    Grid grid,
    boolean shared,
    long address,
    int bytes,
    @Nullable String name,
    int load,
    int store,
    Who by,
    int write,
    Who writer,
    boolean updated,
    String operation,
    long count) {
  /**
   * A thread.
   *
   * @param cta its CTA
   * @param thread in its CTA, counted by whole warps
   */
  public record Who(int cta, int thread) {}

  LostUpdate counted(long times) {
    return new LostUpdate(
        grid, shared, address, bytes, name, load, store, by, write, writer, updated, operation,
        times);
  }
}
