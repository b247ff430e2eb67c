package dev.syncopate.machine.divergence;

import org.jspecify.annotations.Nullable;

/** Code that lanes begin together and may begin again. */
public final class Stretch {
  /** Index of its first instruction. */
  public final int pc;

  /** Where its lanes meet at its end; null where they do not. */
  final @Nullable Join join;

  /** The call that it is part of. */
  final Frame frame;

  Stretch(int pc, @Nullable Join join, Frame frame) {
    this.pc = pc;
    this.join = join;
    this.frame = frame;
  }
}
