package dev.syncopate.check.update;

import dev.syncopate.machine.warp.Grid;
import org.jspecify.annotations.Nullable;

/**
 * A load and a store that update memory together, and another thread's write to the same bytes that
 * nothing keeps from coming between them: the store undoes it. All of them are strong, so it is no
 * data race.
 *
 * @param grid the launch
 * @param shared whether in shared memory
 * @param address a device address, or an offset in shared memory
 * @param bytes of the element
 * @param name what the launch calls the element; null where it has no name
 * @param load the instruction that read
 * @param reader its thread: that of the store, or one whose value the store's has got
 * @param store the instruction that wrote what was computed from that, or because of it
 * @param storer its thread
 * @param write the other write
 * @param writer its thread
 * @param computed whether the value was computed from what was read; else that decided whether to
 *     store
 * @param operation as in {@code ReadModifyWrites.Update}
 * @param count how many updates it was seen of, at the least
 */
public record LostUpdate(
    Grid grid,
    boolean shared,
    long address,
    int bytes,
    @Nullable String name,
    int load,
    Who reader,
    int store,
    Who storer,
    int write,
    Who writer,
    boolean computed,
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
        grid, shared, address, bytes, name, load, reader, store, storer, write, writer, computed,
        operation, times);
  }
}
