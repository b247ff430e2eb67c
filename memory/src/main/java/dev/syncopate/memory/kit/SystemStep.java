package dev.syncopate.memory.kit;

import dev.syncopate.memory.access.Step;

/** Steps of system scope on a machine with several GPUs. */
public enum SystemStep implements Step {
  FLUSH_L2(
      Place.CACHE,
      "have every L2 bank of the GPU write its dirty bytes to the memory side, and wait until that"
          + " has acknowledged them"),
  PERFORM_AT_SYSTEM(
      Place.LINES,
      "write the line's dirty bytes through, drop the line from the L1 and the L2, and perform the"
          + " access at the memory side"),
  INVALIDATE_L2(
      Place.CACHE, "have every L2 bank of the GPU flash-invalidate, and wait until all have");

  private final Place place;
  private final String description;

  SystemStep(Place place, String description) {
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
