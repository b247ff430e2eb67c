package dev.syncopate.machine.tile;

/**
 * Which of the CTAs that run are a tile's, by their positions among these. One object a tile and
 * launch; it acts inside the tile.
 */
interface CtaAssignment {
  /** The kernel starts; the tile has this much room. */
  void begin(Tile tile, int room);

  /** A CTA has finished and left its slot. */
  void freed(Tile tile);
}
