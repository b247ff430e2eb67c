package dev.syncopate.workload.fuzz;

/** A kernel that cannot be compared: the message says which, where, and why. */
public final class FuzzException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  FuzzException(String message) {
    super(message);
  }
}
