package dev.syncopate.machine.tile;

/**
 * CTAs of a launch that a tile runs, by their positions among those that run. One object a tile and
 * launch; it acts inside the tile.
 */
interface CtaAssignment {
  /**
   * The kernel starts.
   *
   * @param slots CTA slots that are free, a bit each
   */
  void begin(TileLaunch launch, long slots);

  /** A slot is free: a CTA has finished and left it, or one of an earlier launch has. */
  void freed(TileLaunch launch, int slot);
}
