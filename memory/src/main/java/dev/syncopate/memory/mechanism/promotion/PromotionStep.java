package dev.syncopate.memory.mechanism.promotion;

import dev.syncopate.memory.access.Step;

/** Steps of remote instructions. */
public enum PromotionStep implements Step {
  /** See {@link PromotionTable} for what the home bank does. */
  PROMOTE(
      Place.LINES,
      "have the line's home bank run the promotion of the instruction's kind, which performs the"
          + " access at the L2"),
  PROMOTE_TO_SYSTEM(
      Place.LINES,
      "have the line's bank of the memory side run the promotion of the instruction's kind over all"
          + " GPUs, flushing and invalidating their L2s, which performs the access there");

  private final Place place;
  private final String description;

  PromotionStep(Place place, String description) {
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
