package dev.syncopate.model.explore.search;

/** Sets of parts, as bits: part i is bit i. */
final class PartSets {
  static final int ALL = -1;

  /** The most parts there can be for sets of them to be of use. */
  static final int MOST = 31;

  private PartSets() {}

  static boolean has(int set, int part) {
    return (set >>> part & 1) != 0;
  }

  static int of(int part) {
    return 1 << part;
  }
}
