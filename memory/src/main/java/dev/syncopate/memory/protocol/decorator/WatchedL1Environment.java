package dev.syncopate.memory.protocol.decorator;

import dev.syncopate.memory.protocol.L1Environment;

/** As {@link WatchedEnvironment}, of an L1. */
final class WatchedL1Environment extends WatchedEnvironment implements L1Environment {
  private final L1Environment of;

  WatchedL1Environment(L1Environment of) {
    super(of);
    this.of = of;
  }

  @Override
  public void occupy(int cycles) {
    of.occupy(cycles);
  }
}
