package dev.syncopate.machine.tensor;

/** A tensor map breaks a rule; the message says which, and what it has. */
public final class TensorMapException extends Exception {
  private static final long serialVersionUID = 1;

  private final boolean lacking;

  private TensorMapException(String message, boolean lacking) {
    super(message);
    this.lacking = lacking;
  }

  static TensorMapException wrong(String message) {
    return new TensorMapException(message, false);
  }

  static TensorMapException unsupported(String message) {
    return new TensorMapException(message, true);
  }

  /** Whether the map is a good one that is not supported. */
  public boolean isLacking() {
    return lacking;
  }

  /** What is wrong. */
  public String text() {
    return String.valueOf(getMessage());
  }
}
