package dev.syncopate.memory.mechanism.phi;

import dev.syncopate.memory.access.Step;

/** Steps of an L1 with lines in update mode. */
public enum PhiStep implements Step {
  UPDATE_AT_L1(
      Place.LINES,
      "combine the update with the partial values of the line; a line that is not in update mode"
          + " enters it, in a frame that it has or gets; what does not combine is performed at the"
          + " L2"),
  FLUSH_UPDATES(
      Place.CACHE,
      "send the partial values of all lines to the L2, a line a cycle, as commutative atomics");

  private final Place place;
  private final String description;

  PhiStep(Place place, String description) {
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
