package dev.syncopate.check.extract;

/**
 * A value of each of some lanes. Those of most warps are one value, or lie at equal distances, and
 * then take little room.
 */
final class LaneValues {
  private static final long[] NONE = {};

  private final long lanes;
  private final long first;
  private final long stride;
  private final long[] packed;

  private LaneValues(long lanes, long first, long stride, long[] packed) {
    this.lanes = lanes;
    this.first = first;
    this.stride = stride;
    this.packed = packed;
  }

  /**
   * Keeps values of lanes.
   *
   * @param lanes at least one, bit l for lane l
   * @param values that of lane l at {@code base + l}
   * @param origin what to take away from each
   */
  static LaneValues of(long lanes, long[] values, int base, long origin) {
    int low = Long.numberOfTrailingZeros(lanes);
    long first = values[base + low] - origin;
    long otherLanes = lanes & lanes - 1;
    if (otherLanes == 0) {
      return new LaneValues(lanes, first, 0, NONE);
    }
    int second = Long.numberOfTrailingZeros(otherLanes);
    long stride = (values[base + second] - origin - first) / (second - low);
    boolean regular = true;
    for (long rest = otherLanes; regular && rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      regular = values[base + lane] - origin == first + stride * (lane - low);
    }
    if (regular) {
      return new LaneValues(lanes, first, stride, NONE);
    }
    long[] packed = new long[Long.bitCount(lanes)];
    int index = 0;
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      packed[index++] = values[base + Long.numberOfTrailingZeros(rest)] - origin;
    }
    return new LaneValues(lanes, first, 0, packed);
  }

  /** The value of a lane that is one of them. */
  long of(int lane) {
    if (packed.length != 0) {
      return packed[Long.bitCount(lanes & (1L << lane) - 1)];
    }
    return first + stride * (lane - Long.numberOfTrailingZeros(lanes));
  }

  /** Whether other values of the same lanes are the same. */
  boolean same(LaneValues right) {
    if (lanes != right.lanes) {
      return false;
    }
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      if (of(lane) != right.of(lane)) {
        return false;
      }
    }
    return true;
  }
}
