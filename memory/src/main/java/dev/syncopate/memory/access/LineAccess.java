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

  /** What a waiting access has got already; null while that is nothing, as for most it stays. */
  public @Nullable Collected collected;

  /** Bytes at their places in the line, and a mask with a bit for each. */
  public static final class Collected extends LineData {
    public long low;
    public long high;

    public Collected(int lineBytes) {
      super(lineBytes);
    }
  }

  public LineAccess(WarpAccess parent, long line, long lanes, long maskLow, long maskHigh) {
    this.parent = parent;
    this.line = line;
    this.lanes = lanes;
    this.maskLow = maskLow;
    this.maskHigh = maskHigh;
  }
}
