package dev.syncopate.machine.observer;

import dev.syncopate.machine.warp.Grid;
import java.util.List;
import java.util.function.IntToLongFunction;

/** Several who watch a device, each told everything that it wants to know, in turn. */
public final class JointObserver implements Observer {
  private final List<Observer> observers;

  public JointObserver(List<? extends Observer> observers) {
    this.observers = List.copyOf(observers);
  }

  @Override
  public LaunchObserver launched(Grid grid, IntToLongFunction clock) {
    LaunchObserver[] watching =
        observers.stream()
            .map(observer -> observer.launched(grid, clock))
            .filter(launchObserver -> !launchObserver.equals(LaunchObserver.NOBODY))
            .toArray(LaunchObserver[]::new);
    return switch (watching.length) {
      case 0 -> LaunchObserver.NOBODY;
      case 1 -> watching[0];
      default -> new JointLaunch(watching);
    };
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
