package dev.syncopate.memory.cache;

import dev.syncopate.memory.access.AccessOrigins;
import dev.syncopate.memory.access.ByteOrigin;
import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.LineData;
import dev.syncopate.memory.access.WarpAccess;
import org.jspecify.annotations.Nullable;

/** Moves origins as {@link LaneBytes} and {@link LineBytes} move bytes. */
final class LineOrigins {
  private LineOrigins() {}

  /** The lanes of a load get the origins of what they read. */
  static void load(
      LineAccess access, AccessOrigins target, @Nullable ByteOrigin @Nullable [] source, int base) {
    WarpAccess warp = access.parent;
    int bytes = warp.operation.type().bytes();
    for (long left = access.lanes; left != 0; left &= left - 1) {
      int lane = Long.numberOfTrailingZeros(left);
      int index = base + LaneBytes.offset(access, lane);
      for (int e = 0; e < warp.operation.elements(); e++, index += bytes) {
        for (int b = 0; b < bytes; b++) {
          target.read(lane, e, b, source == null ? null : source[index + b]);
        }
      }
    }
  }

  /** What lanes store gets the origins of their writes. */
  static void store(LineAccess access, LineData data, int base) {
    WarpAccess warp = access.parent;
    int bytes = warp.operation.type().bytes();
    @Nullable ByteOrigin[] origins = data.followed();
    for (long left = access.lanes; left != 0; left &= left - 1) {
      int lane = Long.numberOfTrailingZeros(left);
      int index = base + LaneBytes.offset(access, lane);
      for (int e = 0; e < warp.operation.elements(); e++, index += bytes) {
        put(origins, index, bytes, written(warp, lane, e));
      }
    }
  }

  /** The origin that an access gives to an element; null where it is not known. */
  static @Nullable ByteOrigin written(WarpAccess warp, int lane, int element) {
    return warp.origins == null ? null : warp.origins.written(lane, element);
  }

  /** An element has been written. */
  static void put(
      @Nullable ByteOrigin[] origins, int index, int bytes, @Nullable ByteOrigin origin) {
    for (int b = 0; b < bytes; b++) {
      origins[index + b] = origin;
    }
  }

  /** A lane's atomic has found an element. */
  static void found(
      WarpAccess warp,
      int lane,
      int element,
      @Nullable ByteOrigin[] origins,
      int index,
      int bytes) {
    AccessOrigins target = warp.origins;
    for (int b = 0; target != null && warp.operation.resultUsed() && b < bytes; b++) {
      target.read(lane, element, b, origins[index + b]);
    }
  }

  /** The origins of chosen bytes of a line. */
  static void copy(
      @Nullable ByteOrigin @Nullable [] source,
      int fromBase,
      LineData target,
      int toBase,
      long maskLow,
      long maskHigh) {
    if (source == null && target.origins() == null) {
      return;
    }
    @Nullable ByteOrigin[] targets = target.followed();
    for (long left = maskLow; left != 0; left &= left - 1) {
      int i = Long.numberOfTrailingZeros(left);
      targets[toBase + i] = source == null ? null : source[fromBase + i];
    }
    for (long left = maskHigh; left != 0; left &= left - 1) {
      int i = 64 + Long.numberOfTrailingZeros(left);
      targets[toBase + i] = source == null ? null : source[fromBase + i];
    }
  }
}
