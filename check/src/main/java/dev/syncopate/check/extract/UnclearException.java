package dev.syncopate.check.extract;

/** A recording has something that an excerpt cannot have; the message says what, in a clause. */
final class UnclearException extends Exception {
  private static final long serialVersionUID = 1;

  UnclearException(String problem) {
    super(problem);
  }
}
