package dev.syncopate.study.paper.claim;

/** An error in a claims file; its message begins with file, line and column. */
public final class ClaimFileException extends RuntimeException {
  private static final long serialVersionUID = 1;

  ClaimFileException(String message) {
    super(message);
  }
}
