package dev.syncopate.machine.gpu;

/** A launch that this machine cannot run; nothing has happened. The message says why. */
public final class LaunchRefusedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public LaunchRefusedException(String message) {
    super(message);
  }
}
