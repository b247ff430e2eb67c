package dev.syncopate.model.axiom.candidate;

import dev.syncopate.model.axiom.halt.HaltedException;

/** A search was ended before it was done; what it had found is allowed all the same. */
public final class UnfinishedException extends HaltedException {
  private static final long serialVersionUID = 1;

  private final transient AllowedOutcomes soFar;

  UnfinishedException(String why, AllowedOutcomes soFar) {
    super(why);
    this.soFar = soFar;
  }

  /** What was found before the end. */
  public AllowedOutcomes soFar() {
    return soFar;
  }
}
