package dev.syncopate.memory.access;

import org.jspecify.annotations.Nullable;

/**
 * The part of a {@link WarpAccess} that falls into one cache line: the coalescer's product and the
 * L1's unit of work.
 */
public final class LineAccess {
  /** Next of the same queue; owned by whichever queue holds this access. */
  public @Nullable LineAccess next;

  public final WarpAccess parent;

  /** Byte address of the line's first byte. */
  public final long line;

  /** Lanes whose addresses fall into the line. */
  public final long lanes;

  /** Bytes touched: bit i of {@code maskLow} is byte i, of {@code maskHigh} byte 64 + i. */
  public final long maskLow;

  public final long maskHigh;

  /**
   * A waiting load's bytes that are known already, at their places in the line; empty while none
   * are. The mask has a bit for each.
   */
  public byte[] collected = NOTHING;

  public long collectedLow;

  public long collectedHigh;

  private static final byte[] NOTHING = {};

  public LineAccess(WarpAccess parent, long line, long lanes, long maskLow, long maskHigh) {
    this.parent = parent;
    this.line = line;
    this.lanes = lanes;
    this.maskLow = maskLow;
    this.maskHigh = maskHigh;
  }
}
