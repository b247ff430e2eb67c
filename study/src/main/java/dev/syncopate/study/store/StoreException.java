package dev.syncopate.study.store;

/** The folder for results cannot be used; the message is for the user. */
public final class StoreException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public StoreException(String message) {
    super(message);
  }
}
