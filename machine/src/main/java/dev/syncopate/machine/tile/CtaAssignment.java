package dev.syncopate.machine.tile;

/**
 * CTAs of a launch that a tile runs, by their positions among those that run. One object a tile and
 * launch; it acts inside the tile.
 */
interface CtaAssignment {
  /** The kernel starts; the tile has this much room. */
  void begin(TileLaunch launch, int room);

  /** A slot is free: a CTA has finished and left it, or one of an earlier launch has. */
  void freed(TileLaunch launch, int slot);
}
