package dev.syncopate.machine.unit.memory;

import dev.syncopate.machine.observer.LaunchObserver;
import dev.syncopate.machine.warp.Stall;
import dev.syncopate.machine.warp.Wait;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.local.AsyncCopies;
import dev.syncopate.ptx.ir.MemoryInstruction;
import dev.syncopate.ptx.ir.MemoryInstruction.BulkGroupKind;

/**
 * Groups of bulk copies: committed, and waited for until they have read, or until they are over.
 */
public final class BulkGroupOp extends AccessOp {
  private final BulkGroupKind kind;
  private final int pending;
  private final int pc;

  public BulkGroupOp(MemoryInstruction.BulkGroup group, int pc) {
    super(group);
    this.pc = pc;
    this.kind = group.kind();
    this.pending = group.pending();
  }

  @Override
  boolean issue(MemoryUnit memory, Warp warp, long lanes, long now) {
    AsyncCopies reads = warp.accesses.makeBulkReads();
    AsyncCopies copies = warp.accesses.makeBulkCopies();
    boolean complete =
        switch (kind) {
          case COMMIT -> {
            reads.commit(lanes);
            copies.commit(lanes);
            yield true;
          }
          case WAIT -> copies.landed(lanes, pending);
          case WAIT_READ -> reads.landed(lanes, pending);
        };
    if (!complete) {
      return memory.unit.refuse(warp, Wait.COPIES, Stall.MEMORY);
    }
    LaunchObserver observer = memory.unit.observer;
    if (observer != null && lanes != 0) {
      if (kind == BulkGroupKind.COMMIT) {
        observer.bulkGrouped(memory.unit.index, warp, pc, lanes);
      } else {
        boolean reading = kind == BulkGroupKind.WAIT_READ;
        observer.bulkAwaited(memory.unit.index, warp, pc, lanes, pending, reading);
      }
    }
    warp.schedule.next();
    return true;
  }
}
