package dev.syncopate.memory.stress;

/**
 * Error that a run has revealed.
 *
 * @param description in one sentence
 * @param address of the byte it is about, or {@link #NOWHERE}
 */
public record DetectedFault(String description, long address) {
  /** The address of what is not about a place. */
  public static final long NOWHERE = -1;

  @Override
  public String toString() {
    return description;
  }
}
