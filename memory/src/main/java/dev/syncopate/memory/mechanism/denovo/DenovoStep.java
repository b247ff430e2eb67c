package dev.syncopate.memory.mechanism.denovo;

import dev.syncopate.memory.access.Step;

/** Steps that only DeNovo has. */
public enum DenovoStep implements Step {
  PERFORM_REGISTERED(
      Place.LINES, "register the words that the L1 does not own, and perform the access there"),
  AWAIT_REGISTRATIONS(
      Place.CACHE,
      "wait until the L1 owns every word that was stored to before; first ask for those in the store"
          + " buffer"),
  INVALIDATE_VALID(
      Place.CACHE,
      "invalidate every word of the L1 that is neither registered nor of a read-only region"),
  INVALIDATE_READ_ONLY(Place.CACHE, "invalidate every word of the L1 that is not registered");

  private final Place place;
  private final String description;

  DenovoStep(Place place, String description) {
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
