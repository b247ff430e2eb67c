package dev.syncopate.model.axiom.candidate;

/** A test has more executions than can be looked at. The message says of what there is too much. */
public final class TooLargeException extends RuntimeException {
  private static final long serialVersionUID = 1;

  TooLargeException(String message) {
    super(message);
  }
}
