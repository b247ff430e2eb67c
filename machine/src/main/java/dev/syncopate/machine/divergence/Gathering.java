package dev.syncopate.machine.divergence;

import org.jspecify.annotations.Nullable;

/**
 * Lanes that wait for each other in an instruction with a mask ({@code shfl.sync}, {@code
 * bar.warp.sync}, …). They have the same mask in one or several instructions of one kind (PTX ISA,
 * "the same qualifiers and the same membermask value").
 */
public final class Gathering {
  /** Lanes that must come, of those that have not exited. */
  final long named;

  /** Tells instructions that cannot meet apart. */
  final int kind;

  /** Lanes that have come. */
  long lanes;

  private long @Nullable [] brought;

  Gathering(long named, int kind) {
    this.named = named;
    this.kind = kind;
  }

  /** The lanes that execute the instruction together. */
  public long lanes() {
    return lanes;
  }

  /** What {@link #bring} was given; null until then. */
  public long @Nullable [] brought() {
    return brought;
  }

  /** What the lanes exchange, one value a lane: its splits execute one after the other. */
  public void bring(long[] values) {
    brought = values;
  }
}
