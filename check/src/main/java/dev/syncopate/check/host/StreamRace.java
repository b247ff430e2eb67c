package dev.syncopate.check.host;

import dev.syncopate.machine.warp.Grid;
import org.jspecify.annotations.Nullable;

/**
 * Two operations of different streams that touch the same bytes, at least one of them writing, and
 * that nothing orders. Or they are a launch and a dependent launch in the same stream.
 *
 * @param earlier the one that was enqueued first
 * @param address of a byte that both touch
 * @param name what the later launch, or the host, calls it; null for nothing
 * @param dependent whether they are of one stream
 * @param count of pairs of operations
 */
public record StreamRace(
    Side earlier, Side later, long address, @Nullable String name, boolean dependent, long count) {
  /**
   * A side of the race.
   *
   * @param description for example {@code a copy}
   * @param stream its number; 0 is the default stream
   * @param grid of a kernel; null for a copy or a memset
   * @param pc the kernel's instruction
   * @param launch its number among the launches
   */
  public record Side(
      String description, long stream, @Nullable Grid grid, int pc, long launch, boolean writes) {
    /** Whether it is a load or a store of the host's own. */
    public boolean isHost() {
      return stream == StreamOrder.HOST;
    }
  }

  /** Whether one is a load or a store of the host's own. */
  public boolean byHost() {
    return later.isHost();
  }

  StreamRace counted(long times) {
    return new StreamRace(earlier, later, address, name, dependent, times);
  }
}
