package dev.syncopate.model.axiom.candidate.path;

/** A test has more executions than can be looked at. The message says of what there is too much. */
public final class TooLargeException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final boolean ofLoops;

  public TooLargeException(String message) {
    this(message, false);
  }

  /**
   * @param ofLoops whether there would be less if loops went round less often
   */
  public TooLargeException(String message, boolean ofLoops) {
    super(message);
    this.ofLoops = ofLoops;
  }

  /** Whether there would be less if loops went round less often. */
  public boolean isOfLoops() {
    return ofLoops;
  }
}
