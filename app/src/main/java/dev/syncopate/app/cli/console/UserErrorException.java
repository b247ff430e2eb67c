package dev.syncopate.app.cli.console;

/** The user asked for something that cannot be; the message is all they see. */
public final class UserErrorException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public UserErrorException(String message) {
    super(message);
  }
}
