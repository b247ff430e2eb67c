package dev.syncopate.workload.runtime;

/** A kernel of a loaded module. */
public final class Kernel {
  private final String name;

  Kernel(String name) {
    this.name = name;
  }

  /** The mangled name. */
  public String name() {
    return name;
  }

  /**
   * Runs the kernel to its end.
   *
   * @param arguments one for each parameter: a {@link Buffer} or {@link Long} for a pointer, a boxed number of the
   *     parameter's size and kind, or a {@code byte[]} for a structure
   * @throws LaunchException if shape or arguments do not suit the kernel or the machine
   * @throws LaunchStoppedException if it did not end by itself
   */
  public LaunchResult launch(LaunchShape shape, Object... arguments) {
    LaunchResult result = attempt(shape, arguments);
    if (result.ending() != LaunchResult.Ending.DONE) {
      throw new LaunchStoppedException(result);
    }
    return result;
  }

  /** As {@link #launch}, but returns the result however the launch ended. */
  public LaunchResult attempt(LaunchShape shape, Object... arguments) {
    throw new UnsupportedOperationException(name + shape + arguments.length);
  }
}
