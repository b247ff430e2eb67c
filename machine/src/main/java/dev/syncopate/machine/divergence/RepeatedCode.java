package dev.syncopate.machine.divergence;

import org.jspecify.annotations.Nullable;

/** Code that lanes begin together and may begin again. */
public final class RepeatedCode {
  /** Index of its first instruction. */
  public final int pc;

  /** Where its lanes meet at its end; null where they do not. */
  final @Nullable Join join;

  /** The call that it is part of. */
  final CallFrame frame;

  RepeatedCode(int pc, @Nullable Join join, CallFrame frame) {
    this.pc = pc;
    this.join = join;
    this.frame = frame;
  }
}
