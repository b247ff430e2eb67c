package dev.syncopate.check.order;

import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.access.WarpAccess;
import org.jspecify.annotations.Nullable;

/** An access of a warp to global memory that has been issued. */
public final class IssuedAccess extends NoteHolder {
  private static final @Nullable FollowedWrite[] NO_WRITES = {};

  /** Index of the compute unit. */
  public final int unit;

  public final Warp warp;

  /** Program counter of the instruction. */
  public final int pc;

  public final WarpAccess access;

  /** The unit's cycle when it was issued. */
  public final long cycle;

  /** Element e of lane l at {@code e * width + l}; empty where no write is awaited. */
  private @Nullable FollowedWrite[] writes = NO_WRITES;

  IssuedAccess(int unit, Warp warp, int pc, WarpAccess access, long cycle) {
    this.unit = unit;
    this.warp = warp;
    this.pc = pc;
    this.access = access;
    this.cycle = cycle;
  }

  void awaits(FollowedWrite write) {
    if (writes.length == 0) {
      writes = new @Nullable FollowedWrite[access.operation.elements() * access.width];
    }
    writes[write.element * access.width + write.lane] = write;
  }

  /** The write of a read-modify-write; null where its word is not followed. */
  @Nullable FollowedWrite own(int lane, int element) {
    return writes.length == 0 ? null : writes[element * access.width + lane];
  }

  /** Address of an element. */
  public long address(int lane, int element) {
    return access.address[lane] + (long) element * access.operation.type().bytes();
  }
}
