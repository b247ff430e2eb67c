package dev.syncopate.check.sync;

import dev.syncopate.machine.observer.LaunchObserver;
import dev.syncopate.machine.observer.Observer;
import dev.syncopate.machine.warp.Grid;
import java.util.List;
import java.util.function.IntToLongFunction;

/**
 * Finds barriers, mbarrier objects, exchanges between lanes and registers of products that are not
 * used as PTX and CUDA ask for: what a machine makes of them is its own affair.
 */
public final class SyncCheck implements Observer {
  private final SyncLog log = new SyncLog();

  /** What was found in all launches so far, in the order of finding. */
  public List<SyncError> errors() {
    return log.all();
  }

  @Override
  public boolean watchesOverlap() {
    return true;
  }

  @Override
  public LaunchObserver launched(Grid grid, IntToLongFunction clock) {
    return new LaunchSync(grid, log);
  }
}
