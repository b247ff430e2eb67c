package dev.syncopate.memory.cache;

import dev.syncopate.memory.access.AccessOrigins;
import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.LineData;
import dev.syncopate.memory.access.Origin;
import dev.syncopate.memory.access.WarpAccess;
import org.jspecify.annotations.Nullable;

/** Moves origins as {@link Lanes} and {@link LineBytes} move bytes. */
final class LineOrigins {
  private LineOrigins() {}

  /** The lanes of a load get the origins of what they read. */
  static void load(
      LineAccess access, AccessOrigins into, @Nullable Origin @Nullable [] from, int base) {
    WarpAccess warp = access.parent;
    int bytes = warp.operation.type().bytes();
    for (long left = access.lanes; left != 0; left &= left - 1) {
      int lane = Long.numberOfTrailingZeros(left);
      int index = base + Lanes.offset(access, lane);
      for (int e = 0; e < warp.operation.elements(); e++, index += bytes) {
        for (int b = 0; b < bytes; b++) {
          into.read(lane, e, b, from == null ? null : from[index + b]);
        }
      }
    }
  }

  /** What lanes store gets the origins of their writes. */
  static void store(LineAccess access, LineData data, int base) {
    WarpAccess warp = access.parent;
    int bytes = warp.operation.type().bytes();
    @Nullable Origin[] origins = data.followed();
    for (long left = access.lanes; left != 0; left &= left - 1) {
      int lane = Long.numberOfTrailingZeros(left);
      int index = base + Lanes.offset(access, lane);
      for (int e = 0; e < warp.operation.elements(); e++, index += bytes) {
        put(origins, index, bytes, written(warp, lane, e));
      }
    }
  }

  /** The origin that an access gives to an element; null where it is not known. */
  static @Nullable Origin written(WarpAccess warp, int lane, int element) {
    return warp.origins == null ? null : warp.origins.written(lane, element);
  }

  /** An element has been written. */
  static void put(@Nullable Origin[] origins, int index, int bytes, @Nullable Origin origin) {
    for (int b = 0; b < bytes; b++) {
      origins[index + b] = origin;
    }
  }

  /** A lane's atomic has found an element. */
  static void found(
      WarpAccess warp, int lane, int element, @Nullable Origin[] origins, int index, int bytes) {
    AccessOrigins into = warp.origins;
    for (int b = 0; into != null && warp.operation.resultUsed() && b < bytes; b++) {
      into.read(lane, element, b, origins[index + b]);
    }
  }

  /** The origins of chosen bytes of a line. */
  static void copy(
      @Nullable Origin @Nullable [] from,
      int fromBase,
      LineData to,
      int toBase,
      long maskLow,
      long maskHigh) {
    if (from == null && to.origins() == null) {
      return;
    }
    @Nullable Origin[] into = to.followed();
    for (long left = maskLow; left != 0; left &= left - 1) {
      int i = Long.numberOfTrailingZeros(left);
      into[toBase + i] = from == null ? null : from[fromBase + i];
    }
    for (long left = maskHigh; left != 0; left &= left - 1) {
      int i = 64 + Long.numberOfTrailingZeros(left);
      into[toBase + i] = from == null ? null : from[fromBase + i];
    }
  }
}
