package dev.syncopate.app.cli;

/** The user asked for something that cannot be; the message is all they see. */
final class UserErrorException extends RuntimeException {
  private static final long serialVersionUID = 1;

  UserErrorException(String message) {
    super(message);
  }
}
