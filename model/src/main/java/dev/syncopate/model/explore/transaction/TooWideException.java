package dev.syncopate.model.explore.transaction;

/** A value does not fit into a location as it is laid out. */
final class TooWideException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  TooWideException(String message) {
    super(message);
  }
}
