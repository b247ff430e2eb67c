package dev.syncopate.memory.mechanism.srsp;

import dev.syncopate.memory.access.Step;

/** Steps that only selective promotion has. */
public enum SrspStep implements Step {
  RELEASE_AT_L1(
      Place.LINES,
      "perform the access at the L1, push an sFIFO entry for its line and have the LR-TBL name it"),
  REMEMBER_RELEASE(
      Place.CACHE,
      "until the next flush, do what RELEASE_AT_L1 does for relaxed stores and atomics as well"),
  FLUSH_IF_PROMOTED(Place.CACHE, "if the PA-TBL is not empty, FLUSH"),
  INVALIDATE_IF_PROMOTED(
      Place.CACHE, "if the PA-TBL is not empty, flash-invalidate the L1, which empties it");

  private final Place place;
  private final String description;

  SrspStep(Place place, String description) {
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
