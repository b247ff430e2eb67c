package dev.syncopate.model.explore.machine;

/**
 * A protocol said that it sends answers alone, and sends something else: what exploration left out
 * because of that may matter.
 */
public final class UnaskedException extends IllegalStateException {
  private static final long serialVersionUID = 1;

  UnaskedException(String message) {
    super(message + "; Protocol.answersAlone is wrong");
  }
}
