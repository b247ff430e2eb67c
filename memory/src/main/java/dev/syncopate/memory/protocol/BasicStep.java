package dev.syncopate.memory.protocol;

import dev.syncopate.memory.access.Step;

/** Steps that most protocols share. */
public enum BasicStep implements Step {
  DRAIN(
      Place.WARP,
      "wait until the warp's own earlier loads and atomics have their values and its stores are in"
          + " the L1"),
  FLUSH(Place.CACHE, "write the L1's dirty bytes through, in sFIFO order"),
  AWAIT_WRITES(
      Place.CACHE,
      "wait until every write-through and atomic that left the L1 before is acknowledged"),
  PERFORM_AT_L1(Place.LINES, "perform the access at the L1"),
  PERFORM_AT_L2(
      Place.LINES,
      "write the line's dirty bytes through, drop the line, and perform the access at the L2"),
  INVALIDATE(Place.CACHE, "flash-invalidate the L1");

  private final Place place;
  private final String description;

  BasicStep(Place place, String description) {
    this.place = place;
    this.description = description;
  }

  @Override
  public Place place() {
    return place;
  }

  @Override
  public String description() {
    return description;
  }
}
