package dev.syncopate.memory.mechanism.hlrc;

import dev.syncopate.memory.access.Step;

/** Steps that only hLRC has. */
public enum HlrcStep implements Step {
  PERFORM_REGISTERED(
      Place.LINES,
      "perform the access at the L1 where that has the line's registration; else register it and"
          + " fill it from the L2, invalidate what is not registered, and perform the access"),
  INVALIDATE_UNREGISTERED(Place.CACHE, "invalidate every line of the L1 that is not registered");

  private final Place place;
  private final String description;

  HlrcStep(Place place, String description) {
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
