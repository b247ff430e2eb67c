package dev.syncopate.app.observe;

/** A test that no kernel can be made of; the message says why. */
public final class UnsupportedTestException extends Exception {
  private static final long serialVersionUID = 1;

  UnsupportedTestException(String reason) {
    super(reason);
  }
}
