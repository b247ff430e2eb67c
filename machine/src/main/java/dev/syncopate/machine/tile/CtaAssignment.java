package dev.syncopate.machine.tile;

/**
 * CTAs of a launch that a tile runs, by their positions among those that run. One object a tile and
 * launch; it acts inside the tile.
 */
interface CtaAssignment {
  /** The kernel starts; the tile has this much room. */
  void begin(Tile tile, int room);

  /** A CTA has finished and left its slot. */
  void freed(Tile tile, int slot);
}
