package dev.syncopate.machine.observer;

import dev.syncopate.machine.warp.Grid;
import java.util.List;
import java.util.function.IntToLongFunction;

/** Several who watch a device, each told everything that it wants to know, in turn. */
public final class JointObserver implements Observer {
  private final List<Observer> all;

  public JointObserver(List<? extends Observer> all) {
    this.all = List.copyOf(all);
  }

  @Override
  public LaunchObserver launched(Grid grid, IntToLongFunction clock) {
    LaunchObserver[] watching =
        all.stream()
            .map(one -> one.launched(grid, clock))
            .filter(one -> !one.equals(LaunchObserver.NOBODY))
            .toArray(LaunchObserver[]::new);
    return switch (watching.length) {
      case 0 -> LaunchObserver.NOBODY;
      case 1 -> watching[0];
      default -> new JointLaunch(watching);
    };
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
