package dev.syncopate.machine.unit.memory;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.WarpAccess;
import java.util.ArrayList;
import java.util.List;

/**
 * Divides a warp's atomics into requests to one sector each, in which no byte is named twice: a
 * lane joins the first request that leaves its bytes free, in the order of lanes ({@link
 * dev.syncopate.machine.config.CoreConfig.AtomicRequests#SECTOR}).
 */
final class AtomicCoalescer {
  private final int lineBytes;
  private final int sectorBytes;

  AtomicCoalescer(int lineBytes, int sectorBytes) {
    this.lineBytes = lineBytes;
    this.sectorBytes = sectorBytes;
  }

  /** A request that is being put together. */
  private static final class Request {
    final long sector;
    long lanes;
    long low;
    long high;

    Request(long sector) {
      this.sector = sector;
    }

    boolean isFree(long ones, boolean upper) {
      return ((upper ? high : low) & ones) == 0;
    }

    void add(int lane, long ones, boolean upper) {
      lanes |= 1L << lane;
      low |= upper ? 0 : ones;
      high |= upper ? ones : 0;
    }
  }

  /**
   * The requests of an access, in the order of their first lanes.
   *
   * @param bytes each lane touches, naturally aligned
   */
  LineAccess[] lines(WarpAccess access, int bytes) {
    List<Request> requests = new ArrayList<>();
    for (long rest = access.lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      long address = access.address[lane];
      int offset = (int) address & (lineBytes - 1);
      boolean upper = offset >= Long.SIZE;
      long ones = ((1L << bytes) - 1) << offset; // by offset - 64 where that is not negative
      request(requests, address & -sectorBytes, ones, upper).add(lane, ones, upper);
    }
    return requests.stream()
        .map(request ->
            new LineAccess(
                access, request.sector & -lineBytes, request.lanes, request.low, request.high))
        .toArray(LineAccess[]::new);
  }

  private static Request request(List<Request> requests, long sector, long ones, boolean upper) {
    for (Request request : requests) {
      if (request.sector == sector && request.isFree(ones, upper)) {
        return request;
      }
    }
    Request fresh = new Request(sector);
    requests.add(fresh);
    return fresh;
  }
}
