package dev.syncopate.machine.divergence;

import org.jspecify.annotations.Nullable;

/** Code that lanes begin together and may begin again. */
public final class RepeatedCode {
  /** Index of its first instruction. */
  public final int pc;

  /** Where its lanes meet at its end; null where they do not. */
  final @Nullable ReconvergencePoint join;

  /** The call that it is part of. */
  final CallFrame frame;

  RepeatedCode(int pc, @Nullable ReconvergencePoint join, CallFrame frame) {
    this.pc = pc;
    this.join = join;
    this.frame = frame;
  }
}
