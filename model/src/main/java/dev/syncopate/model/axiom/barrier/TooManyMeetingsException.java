package dev.syncopate.model.axiom.barrier;

/** There are more ways through barriers than can be looked at. */
public final class TooManyMeetingsException extends RuntimeException {
  private static final long serialVersionUID = 1;

  TooManyMeetingsException(String message) {
    super(message);
  }
}
