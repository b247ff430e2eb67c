package dev.syncopate.machine.observer;

import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.machine.warp.Warp;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToLongFunction;

/**
 * Observer of launches that overlap: a router to one observer a launch, which receives the events
 * of its CTAs and warps. A launch begins for its observer when its first CTA moves in. The first
 * launch that is not complete receives the events of no launch, such as those of an L1 for another
 * unit.
 */
public final class OverlappingLaunches extends ForwardingLaunch {
  private final IntToLongFunction clock;
  private final LaunchObserver[] observers;

  /** The same, each alone, by the launch's place. */
  private final LaunchObserver[][] single;

  private final boolean[] begun;

  /** Number of the first launch: the others' numbers follow it. */
  private final long firstNumber;

  /** By unit and warp slot: place of the launch whose CTA has come last. */
  private int[][] places = {};

  private int complete;

  /**
   * @param grids the launches
   * @param observers of each
   * @param clock the current cycle of a compute unit
   */
  public OverlappingLaunches(
      List<Grid> grids, List<LaunchObserver> observers, IntToLongFunction clock) {
    this.clock = clock;
    this.firstNumber = grids.getFirst().number();
    this.observers = observers.toArray(LaunchObserver[]::new);
    this.single = new LaunchObserver[grids.size()][];
    Arrays.setAll(single, place -> new LaunchObserver[] {this.observers[place]});
    this.begun = new boolean[grids.size()];
  }

  @Override
  LaunchObserver[] of(int unit, int slot) {
    return single[places[unit][slot]];
  }

  @Override
  public LaunchObserver inSlot(int unit, int slot) {
    return observers[places[unit][slot]];
  }

  @Override
  LaunchObserver[] of(Cta cta) {
    return single[place(cta)];
  }

  private int place(Cta cta) {
    return (int) (cta.grid().number() - firstNumber);
  }

  @Override
  LaunchObserver[] ofMachine() {
    return single[Math.min(complete, single.length - 1)];
  }

  @Override
  LaunchObserver[] all() {
    return observers;
  }

  @Override
  public void begun(long cycle) {
    begin(0, cycle);
  }

  private void begin(int place, long cycle) {
    begun[place] = true;
    observers[place].begun(cycle);
  }

  @Override
  public void started(int unit, Cta cta) {
    int place = place(cta);
    if (!begun[place]) {
      begin(place, clock.applyAsLong(unit));
    }
    if (unit >= places.length) {
      int oldLength = places.length;
      places = Arrays.copyOf(places, unit + 1);
      Arrays.fill(places, oldLength, unit + 1, new int[0]);
    }
    for (Warp warp : cta.warps) {
      if (warp.slot >= places[unit].length) {
        places[unit] = Arrays.copyOf(places[unit], warp.slot + 1);
      }
      places[unit][warp.slot] = place;
    }
    super.started(unit, cta);
  }

  /**
   * The next launch is complete, and those before it are.
   *
   * @param cycle in which
   */
  public void completed(long cycle) {
    end(complete++, cycle);
  }

  @Override
  public void ended(long cycle) {
    while (complete < observers.length) {
      completed(cycle);
    }
  }

  private void end(int place, long cycle) {
    if (begun[place]) {
      observers[place].ended(cycle);
    }
  }
}
