package dev.syncopate.check.order;

import dev.syncopate.machine.observer.LaunchObserver;
import dev.syncopate.machine.observer.Observer;
import dev.syncopate.machine.warp.Grid;
import java.util.List;
import java.util.function.IntToLongFunction;

/** Several watchers that share one decision which write each read has read. */
public final class JointOrderObserver implements Observer {
  private final List<OrderObserver> all;

  public JointOrderObserver(List<? extends OrderObserver> all) {
    this.all = List.copyOf(all);
  }

  @Override
  public LaunchObserver launched(Grid grid, IntToLongFunction clock) {
    return LaunchOrder.of(all, grid, clock);
  }

  @Override
  public void unwritten(long address, long bytes) {
    all.forEach(one -> one.unwritten(address, bytes));
  }

  @Override
  public void written(long address, long bytes) {
    all.forEach(one -> one.written(address, bytes));
  }
}
