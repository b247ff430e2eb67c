package dev.syncopate.memory.functional;

import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.lsu.LoadStoreUnit;
import dev.syncopate.memory.lsu.MemoryClient;
import java.util.function.LongSupplier;

/**
 * Load-store unit of the functional tier. Each access is performed and completed before {@link
 * #issue} returns, so that a warp always may issue and is always quiet.
 */
public final class FunctionalPort implements LoadStoreUnit {
  private final PagedMemory memory;
  private final MemoryClient client;
  private final LongSupplier clock;

  /**
   * @param client notified of completions
   * @param clock time of a completion
   */
  public FunctionalPort(PagedMemory memory, MemoryClient client, LongSupplier clock) {
    this.memory = memory;
    this.client = client;
    this.clock = clock;
  }

  @Override
  public boolean canIssue(int warp, MemoryOperation operation) {
    return true;
  }

  @Override
  public boolean answersAtOnce() {
    return true;
  }

  @Override
  public void issue(WarpAccess access) {
    if (access.lines.length == 0) {
      memory.perform(access);
    } else {
      memory.performLines(access);
    }
    client.completed(access, clock.getAsLong());
  }

  @Override
  public boolean quiet(int warp) {
    return true;
  }

  @Override
  public void kernelBegin() {
    // Memory has no copies that could be stale.
  }

  @Override
  public void kernelEnd() {
    client.kernelEnded();
  }
}
