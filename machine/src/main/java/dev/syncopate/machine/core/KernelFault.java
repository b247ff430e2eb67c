package dev.syncopate.machine.core;

import dev.syncopate.ptx.ir.Position;

/**
 * A thread did something it must not: the kernel cannot go on. The message names the kernel, the
 * place in its PTX, the thread and what it did.
 */
public final class KernelFault extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final boolean trap;
  private final transient Position position;

  KernelFault(String message, Position position, boolean trap) {
    super(message);
    this.position = position;
    this.trap = trap;
  }

  /** The instruction. */
  public Position at() {
    return position;
  }

  /** Whether the program asked for it: {@code trap} or a failed assertion. */
  public boolean isTrap() {
    return trap;
  }
}
