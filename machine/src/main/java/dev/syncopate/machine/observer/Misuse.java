package dev.syncopate.machine.observer;

/**
 * An instruction executed in a way that PTX or CUDA leaves undefined.
 *
 * @param lane whose thread it is told of
 * @param lanes of the warp: which ones {@link #text} says
 */
public record Misuse(Kind kind, int lane, long lanes) {
  /** Kind of the misuse. */
  public enum Kind {
    /** The lane is not among the lanes that it names. */
    NOT_NAMED,
    /** The lane reads one that takes no part. */
    ABSENT_SOURCE,
    /**
     * Lanes are named that have not exited and are absent, and the instruction does not wait for
     * them.
     */
    ABSENT,
    /** Lanes are named that have exited. */
    EXITED,
    /** Part of a warp is at a barrier at which the whole warp counts as arrived. */
    DIVERGED,
    /** Lanes of a warp that arrives as a whole name different barriers or counts. */
    DIFFERENT_BARRIERS,
    /** Lanes divide an integer by zero. */
    DIVISION_BY_ZERO
  }

  /** What the lane does, in words. */
  public String text() {
    return switch (kind) {
      case NOT_NAMED -> "lane " + lane + " is not among the lanes that it names, " + mask();
      case ABSENT_SOURCE ->
          "lane %d reads lane %d, which takes no part in the shuffle"
              .formatted(lane, Long.numberOfTrailingZeros(lanes));
      case ABSENT -> "lane " + lane + " names lanes that are elsewhere in the program, " + mask();
      case EXITED -> "lane " + lane + " names lanes that have exited, " + mask();
      case DIVERGED ->
          "a diverged warp is at a barrier: lanes "
              + mask()
              + " are not here, and with ipdom the whole warp counts as arrived";
      case DIFFERENT_BARRIERS ->
          "lanes of a warp name different barriers or counts, and with ipdom the whole warp"
              + " arrives at the first lane's";
      case DIVISION_BY_ZERO -> "lanes " + mask() + " divide by zero";
    };
  }

  private String mask() {
    return "0x" + Long.toHexString(lanes);
  }
}
