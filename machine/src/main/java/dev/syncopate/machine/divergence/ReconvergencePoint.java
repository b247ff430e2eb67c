package dev.syncopate.machine.divergence;

import org.jspecify.annotations.Nullable;

/**
 * A point where lanes that went apart wait for each other. Joins nest: {@code parent} is the next
 * one outside.
 */
public final class ReconvergencePoint {
  /** Index of the instruction at which lanes meet. */
  final int pc;

  final @Nullable ReconvergencePoint parent;

  /** Call frame of the lanes once they have met. */
  final CallFrame frame;

  /** Index of the branch or call that made it. */
  final int madeAt;

  /** Lanes that have yet to come. */
  long awaited;

  /** Lanes that are here. */
  long arrived;

  /** Whether lanes meet at this place of this call. */
  boolean isAt(int place, CallFrame call) {
    return pc == place && frame == call;
  }

  ReconvergencePoint(
      int pc, long awaited, @Nullable ReconvergencePoint parent, CallFrame frame, int madeAt) {
    this.pc = pc;
    this.awaited = awaited;
    this.parent = parent;
    this.frame = frame;
    this.madeAt = madeAt;
  }
}
