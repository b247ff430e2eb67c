package dev.syncopate.machine.tile;

/**
 * Static placement: of the running CTAs, CTA i runs on unit i mod n, in order, for the whole run.
 */
final class StaticPlacement implements CtaAssignment {
  private final long ctas;
  private final int units;
  private long next;

  StaticPlacement(int unit, int units, long ctas) {
    this.next = unit;
    this.units = units;
    this.ctas = ctas;
  }

  @Override
  public void begin(TileLaunch launch, long slots) {
    for (int i = 0; i < Long.bitCount(slots) && next < ctas; i++) {
      dispatch(launch);
    }
    if (next >= ctas) {
      launch.noMore();
    }
  }

  @Override
  public void freed(TileLaunch launch, int slot) {
    if (next < ctas) {
      dispatch(launch);
    }
    if (next >= ctas) {
      launch.noMore();
    }
  }

  private void dispatch(TileLaunch launch) {
    launch.dispatch(next);
    next += units;
  }
}
