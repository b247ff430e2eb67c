package dev.syncopate.machine.observer;

import dev.syncopate.machine.warp.Cta;

/** Observers of one launch, each of which receives every event. */
final class JointLaunch extends ForwardingLaunch {
  private final LaunchObserver[] observers;

  JointLaunch(LaunchObserver[] observers) {
    this.observers = observers;
  }

  @Override
  LaunchObserver[] of(int unit, int slot) {
    return observers;
  }

  @Override
  LaunchObserver[] of(Cta cta) {
    return observers;
  }

  @Override
  LaunchObserver[] ofMachine() {
    return observers;
  }

  @Override
  LaunchObserver[] all() {
    return observers;
  }

  @Override
  public void begun(long cycle) {
    for (LaunchObserver observer : observers) {
      observer.begun(cycle);
    }
  }

  @Override
  public void ended(long cycle) {
    for (LaunchObserver observer : observers) {
      observer.ended(cycle);
    }
  }
}
