package dev.syncopate.app.cuda.client;

/** The CUDA libraries cannot be made; the message says what the user can do. */
public final class ClientException extends RuntimeException {
  private static final long serialVersionUID = 1;

  ClientException(String message) {
    super(message);
  }
}
