package dev.syncopate.memory.stress;

/** A value came that no model allows: ends a run at once. */
final class WrongValueException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient DetectedFault trouble;

  WrongValueException(String description, long address) {
    super(description);
    trouble = new DetectedFault(description, address);
  }

  DetectedFault trouble() {
    return trouble;
  }
}
