package dev.syncopate.check.race;

import dev.syncopate.check.race.Race.Passed;
import dev.syncopate.machine.warp.Grid;
import org.jspecify.annotations.Nullable;

/**
 * Data that one thread hands to another by a flag which orders nothing. The writer has a strong
 * store of the data and a strong write of the flag behind it. The reader has a strong read that has
 * returned that flag, and a strong load of the data behind it. It is no data race, since the
 * accesses to the data are morally strong; causality order does not put the store before the load,
 * so the load may return an older value.
 *
 * @param grid the launch
 * @param shared whether the data is in shared memory
 * @param address of the data: a device address, or an offset in shared memory
 * @param bytes of the data
 * @param name what the launch calls the data; null where it has no name
 * @param write the store of the data
 * @param read the load of the data
 * @param flagWriter who wrote the flag: the thread of {@code write}, or one behind it by a barrier
 * @param flagReader who read the flag: the thread of {@code read}, or one that it is behind by a
 *     barrier
 * @param passed the flag's write and read, and what they lack
 * @param count of the loads that it was seen of
 */
public record HandOver(
    Grid grid,
    boolean shared,
    long address,
    int bytes,
    @Nullable String name,
    RaceSide write,
    RaceSide read,
    RaceSide flagWriter,
    RaceSide flagReader,
    Passed passed,
    long count) {
  /** The same with another count. */
  public HandOver counted(long times) {
    return new HandOver(
        grid, shared, address, bytes, name, write, read, flagWriter, flagReader, passed, times);
  }
}
