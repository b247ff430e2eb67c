package dev.syncopate.memory.coverage;

/**
 * Why a listed pair does not happen.
 *
 * @param pair as {@link Coverage} names it
 * @param claim what is said of it
 * @param why the reason, or the test in which it happens
 */
public record Explanation(String pair, Claim claim, String why) {
  /** What may be said of a pair. */
  public enum Claim {
    /** It cannot happen. */
    NEVER,
    /** It happens in a test, which the reason names, and need not happen anywhere else. */
    ELSEWHERE
  }
}
