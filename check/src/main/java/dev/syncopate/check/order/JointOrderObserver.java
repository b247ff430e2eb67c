package dev.syncopate.check.order;

import dev.syncopate.machine.observer.LaunchObserver;
import dev.syncopate.machine.observer.Observer;
import dev.syncopate.machine.warp.Grid;
import java.util.List;
import java.util.function.IntToLongFunction;

/** Several watchers that share one decision which write each read has read. */
public final class JointOrderObserver implements Observer {
  private final List<OrderObserver> observers;

  public JointOrderObserver(List<? extends OrderObserver> observers) {
    this.observers = List.copyOf(observers);
  }

  @Override
  public LaunchObserver launched(Grid grid, IntToLongFunction clock) {
    return LaunchOrder.of(observers, grid, clock);
  }

  @Override
  public void overlapping(List<Grid> grids) {
    observers.forEach(observer -> observer.overlapping(grids));
  }

  @Override
  public boolean watchesOverlap() {
    return observers.stream().allMatch(Observer::watchesOverlap);
  }

  @Override
  public void unwritten(long address, long bytes) {
    observers.forEach(observer -> observer.unwritten(address, bytes));
  }

  @Override
  public void written(long address, long bytes) {
    observers.forEach(observer -> observer.written(address, bytes));
  }
}
