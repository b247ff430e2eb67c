package dev.syncopate.check.order;

import dev.syncopate.machine.observer.LaunchObserver;
import dev.syncopate.machine.observer.Observer;
import dev.syncopate.machine.warp.Grid;
import java.util.List;
import java.util.function.IntToLongFunction;

/**
 * Watches a device, and hears which write each strong read has read. Several of them share one
 * decision by a {@link JointOrderObserver}.
 */
public interface OrderObserver extends Observer {
  /**
   * A kernel begins.
   *
   * @param clock the current cycle of a compute unit, while one of its events is told
   * @param notes makes the kinds of notes that the listeners keep
   * @return in the order in which they are told; none where the launch is not watched
   */
  List<? extends OrderListener> listeners(Grid grid, IntToLongFunction clock, NoteKinds notes);

  @Override
  default LaunchObserver launched(Grid grid, IntToLongFunction clock) {
    return LaunchOrder.of(List.of(this), grid, clock);
  }
}
