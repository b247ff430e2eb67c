package dev.syncopate.app.cli.console;

/** A request of the user that is wrong or impossible; the program prints only the message. */
public final class UserErrorException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public UserErrorException(String message) {
    super(message);
  }
}
