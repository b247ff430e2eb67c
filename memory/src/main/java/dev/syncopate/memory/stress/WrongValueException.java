package dev.syncopate.memory.stress;

/** A value came that no model allows: ends a run at once. */
final class WrongValueException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient Trouble trouble;

  WrongValueException(String description, long address) {
    super(description);
    trouble = new Trouble(description, address);
  }

  Trouble trouble() {
    return trouble;
  }
}
