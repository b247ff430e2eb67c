package dev.syncopate.app.cuda.fatbin;

/** A fat binary cannot be read; the message says where and why. */
public final class FatBinaryException extends RuntimeException {
  private static final long serialVersionUID = 1;

  FatBinaryException(String message) {
    super(message);
  }
}
