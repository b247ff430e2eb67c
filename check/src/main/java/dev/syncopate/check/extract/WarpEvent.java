package dev.syncopate.check.extract;

import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Event of some lanes of a warp: an access, a fence, or a barrier. */
final class WarpEvent {
  private static final LaneValues[] NOTHING = {};

  /** Part of a warp's lanes in a meeting. */
  record Part(WarpEvent event, boolean waits) {}

  final WarpLog warp;

  /** Its place among all events of the launch. */
  final long number;

  /** The number of the latest event of the launch when it was known what this one has read. */
  long resolved;

  final int pc;
  final long lanes;

  /** What it does to memory; null for a meeting. */
  final @Nullable MemoryOperation operation;

  final boolean shared;

  /** The CTA whose shared memory it accesses: the warp's, or another of its cluster. */
  int sharedCta;

  /** Where, for an access; in shared memory by offset. */
  final @Nullable LaneValues address;

  /** What an access writes, by element; the operands of an atomic. Empty where it is not known. */
  final LaneValues[] operands;

  /** What it has read, by element; empty as long as it is not known. */
  LaneValues[] results = NOTHING;

  /** By lane, what it has read of other threads, from which lane; null for nothing. */
  private @Nullable WarpEvent @Nullable [] sources;

  private byte[] sourceLanes = {};

  /** Lanes that have read a release. */
  private long released;

  /** Who met, for a meeting; empty for anything else. */
  List<Part> meeting = List.of();

  /** It is no longer kept. */
  boolean dropped;

  WarpEvent(
      WarpLog warp,
      long number,
      int pc,
      long lanes,
      @Nullable MemoryOperation operation,
      boolean shared,
      @Nullable LaneValues address,
      LaneValues[] operands) {
    this.warp = warp;
    this.number = number;
    this.resolved = number;
    this.pc = pc;
    this.lanes = lanes;
    this.operation = operation;
    this.shared = shared;
    this.sharedCta = warp.cta;
    this.address = address;
    this.operands = operands;
  }

  /** Forgets all but that it was. */
  void drop() {
    dropped = true;
    sources = null;
    meeting = List.of();
  }

  /**
   * A lane has read what a lane of another event wrote.
   *
   * @param now the number of the latest event of the launch
   */
  void readFrom(int lane, WarpEvent source, int sourceLane, long now) {
    resolved = Math.max(resolved, now);
    if (sources == null) {
      sources = new @Nullable WarpEvent[Long.SIZE - Long.numberOfLeadingZeros(lanes)];
      sourceLanes = new byte[sources.length];
    }
    sources[lane] = source;
    sourceLanes[lane] = (byte) sourceLane;
  }

  /** A lane has read a write that carries a release. */
  void readRelease(int lane) {
    released |= 1L << lane;
  }

  boolean by(int lane) {
    return (lanes >>> lane & 1) != 0;
  }

  @Nullable WarpEvent source(int lane) {
    return sources == null ? null : sources[lane];
  }

  int sourceLane(int lane) {
    return sourceLanes[lane];
  }

  boolean hasReadRelease(int lane) {
    return (released >>> lane & 1) != 0;
  }

  boolean isFence() {
    return operation != null && operation.kind() == AccessKind.FENCE;
  }

  boolean isStrongAccess() {
    return address != null && operation != null && isStrong(operation);
  }

  static boolean isStrong(MemoryOperation operation) {
    return operation.order() != Order.WEAK || operation.commutative();
  }

  /** The element of a lane's access that has a byte; -1 for none. */
  int element(int lane, long byteAddress) {
    if (address == null || operation == null) {
      return -1;
    }
    long distance = byteAddress - address.of(lane);
    return distance >= 0 && distance < operation.bytesPerLane()
        ? (int) (distance / operation.type().bytes())
        : -1;
  }

  /** Whether a lane has written nothing: a read, or a compare-and-swap that failed. */
  boolean onlyReads(int lane) {
    if (operation == null || operation.kind() == AccessKind.STORE) {
      return false;
    }
    return operation.kind() != AccessKind.ATOMIC
        || (operation.atomic() == AtomicOp.CAS && operands.length != 0 && differs(lane));
  }

  /** Whether a lane has found another value than that it compares with. */
  private boolean differs(int lane) {
    boolean differs = false;
    for (int e = 0; e < results.length; e++) {
      differs |= truncated(results[e].of(lane)) != truncated(operands[e].of(lane));
    }
    return differs;
  }

  private long truncated(long value) {
    int bytes = operation == null ? Long.BYTES : operation.type().bytes();
    return bytes >= Long.BYTES ? value : value & (1L << (8 * bytes)) - 1;
  }

  /** Whether it is another round of a loop that polls: the same reads have read the same. */
  boolean repeats(WarpEvent previous) {
    if (previous.pc != pc
        || previous.lanes != lanes
        || address == null
        || previous.address == null) {
      return false;
    }
    boolean equal = address.same(previous.address) && results.length == previous.results.length;
    for (int e = 0; equal && e < results.length; e++) {
      equal = results[e].same(previous.results[e]);
    }
    for (long rest = lanes; equal && rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      equal = onlyReads(lane) && previous.onlyReads(lane) && source(lane) == previous.source(lane);
    }
    return equal;
  }
}
