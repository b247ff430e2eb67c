package dev.syncopate.workload.runtime;

/**
 * A host program asked for something a device cannot do; the message says what and what would be
 * legal.
 */
public final class LaunchException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public LaunchException(String message) {
    super(message);
  }
}
