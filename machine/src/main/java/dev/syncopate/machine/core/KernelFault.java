package dev.syncopate.machine.core;

/**
 * A thread did something it must not: the kernel cannot go on. The message names the kernel, the
 * place in its PTX, the thread and what it did.
 */
public final class KernelFault extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final boolean trap;

  KernelFault(String message, boolean trap) {
    super(message);
    this.trap = trap;
  }

  /** Whether the program asked for it: {@code trap} or a failed assertion. */
  public boolean isTrap() {
    return trap;
  }
}
