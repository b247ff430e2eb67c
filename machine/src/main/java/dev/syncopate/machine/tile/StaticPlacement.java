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
  public void begin(Tile tile, int room) {
    for (int i = 0; i < room && next < ctas; i++) {
      dispatch(tile);
    }
    if (next >= ctas) {
      tile.noMore();
    }
  }

  @Override
  public void freed(Tile tile, int slot) {
    if (next < ctas) {
      dispatch(tile);
    }
    if (next >= ctas) {
      tile.noMore();
    }
  }

  private void dispatch(Tile tile) {
    tile.dispatch(next);
    next += units;
  }
}
