package dev.syncopate.memory.mechanism.lab;

import dev.syncopate.memory.access.Step;

/** Steps of the local atomic buffer. */
public enum LabStep implements Step {
  UPDATE_LAB(
      Place.LINES,
      "combine the update with the LAB's partial values of the line; where there are none, hold it;"
          + " what must make room goes to the L1 behind as a commutative atomic"),
  FLUSH_LAB(
      Place.CACHE,
      "pass all partial values to the L1 behind, a line a cycle, as commutative atomics; wait until"
          + " it has performed them or sent them on");

  private final Place place;
  private final String description;

  LabStep(Place place, String description) {
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
