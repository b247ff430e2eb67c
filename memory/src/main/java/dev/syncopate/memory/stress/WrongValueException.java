package dev.syncopate.memory.stress;

/** A value came that no model allows: ends a run at once. */
final class WrongValueException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient Trouble trouble;

  WrongValueException(String what, long address) {
    super(what);
    trouble = new Trouble(what, address);
  }

  Trouble trouble() {
    return trouble;
  }
}
