package dev.syncopate.machine.unit.memory;

import dev.syncopate.machine.code.HotOperands;
import dev.syncopate.machine.core.AccessCompletion;
import dev.syncopate.machine.core.ComputeUnit;
import dev.syncopate.machine.observer.LaunchObserver;
import dev.syncopate.machine.space.AddressMap;
import dev.syncopate.machine.warp.Stall;
import dev.syncopate.machine.warp.Wait;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.LocalMemoryUse;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.local.AsyncCopies;
import dev.syncopate.ptx.ir.MemoryInstruction;

/**
 * {@code cp.async}: a weak load whose values go to shared memory when they arrive, while the warp
 * goes on.
 */
public final class CopyAsyncOp extends AccessOp {
  private static final long[] NOTHING = new long[0];

  private final MemoryOperation operation;
  private final int bytes;
  private final long[] constants;
  private final int sharedBase;
  private final long sharedOffset;
  private final int globalBase;
  private final long globalOffset;
  private final boolean sourceSizeGiven;
  private final int sourceSize;

  private final int pc;

  public CopyAsyncOp(MemoryInstruction.CopyAsync copy, HotOperands operands, int pc) {
    super(copy);
    this.pc = pc;
    this.bytes = copy.bytes();
    this.constants = operands.constants;
    this.sharedBase = copy.shared().base();
    this.sharedOffset = copy.shared().offset();
    this.globalBase = copy.global().base();
    this.globalOffset = copy.global().offset();
    this.sourceSizeGiven = copy.sourceSizeGiven();
    this.sourceSize = copy.sourceSize();
    DataType type = bytes == 4 ? DataType.B32 : DataType.B64;
    this.operation =
        MemoryOperation.load(type)
            .withElements(bytes / type.bytes())
            .with(Order.WEAK, copy.bypassL1() ? Scope.GPU : Scope.CTA)
            .into(64);
  }

  @Override
  public MemoryOperation asks() {
    return operation;
  }

  @Override
  boolean issue(MemoryUnit memory, Warp warp, long lanes, long now) {
    if (lanes != 0) {
      if (!memory.canIssue(warp, operation)) {
        return memory.unit.refuse(warp, Wait.LOAD_STORE_UNIT, Stall.LOAD_STORE_UNIT);
      }
      start(memory, warp, lanes, now);
    }
    warp.schedule.next();
    return true;
  }

  private void start(MemoryUnit memory, Warp warp, long lanes, long now) {
    long[] targets = new long[warp.width];
    long[] sources = new long[warp.width];
    int[] size = new int[warp.width];
    long reading = 0;
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      targets[lane] = AddressMap.inWindow(value(warp, sharedBase, lane) + sharedOffset);
      sources[lane] = value(warp, globalBase, lane) + globalOffset;
      long requestedBytes = sourceSizeGiven ? value(warp, sourceSize, lane) & 0xffff_ffffL : bytes;
      size[lane] = (int) Math.min(requestedBytes, bytes);
      reading |= size[lane] == 0 ? 0 : 1L << lane;
    }
    memory.shared.locate(this, warp, lanes, targets, bytes);
    LaunchObserver observer = memory.unit.observer;
    if (observer != null) {
      int base = warp.owner().sharedBase;
      observer.copied(memory.unit.index, warp, pc, lanes, targets, base, bytes);
    }
    AsyncCopies copies = warp.accesses.makeCopies();
    long[] values = new long[operation.elements() * warp.width];
    Landing landing = new Landing(copies, copies.begin(lanes), targets, size, values);
    if (reading == 0) {
      landing.land(memory.unit, warp);
      return;
    }
    memory.addresses.check(this, warp, reading, sources, bytes);
    int[] resultBase = operation.elements() == 1 ? new int[] {0} : new int[] {0, warp.width};
    WarpAccess access =
        new WarpAccess(
            operation,
            warp.slot,
            reading,
            sources,
            NOTHING,
            NOTHING,
            values,
            resultBase,
            warp.width);
    if (observer != null) {
      observer.issued(memory.unit.index, warp, pc, access, reading);
    }
    memory.issue(access, landing, bytes, now);
  }

  private long value(Warp warp, int operand, int lane) {
    return operand >= 0 ? warp.values()[operand + lane] : constants[~operand + lane];
  }

  /** Remaining work when the values arrive. */
  private final class Landing implements AccessCompletion {
    private final AsyncCopies copies;
    private final AsyncCopies.Copy copy;
    private final long[] targets;
    private final int[] size;
    private final long[] values;

    Landing(AsyncCopies copies, AsyncCopies.Copy copy, long[] targets, int[] size, long[] values) {
      this.copies = copies;
      this.copy = copy;
      this.targets = targets;
      this.size = size;
      this.values = values;
    }

    @Override
    public int pc() {
      return pc;
    }

    @Override
    public void completed(ComputeUnit unit, Warp warp, WarpAccess access, long ready) {
      land(unit, warp);
    }

    void land(ComputeUnit unit, Warp warp) {
      int step = operation.type().bytes();
      unit.local.begin(warp.slot, copy.lanes, targets, bytes, LocalMemoryUse.WRITE);
      for (long rest = copy.lanes; rest != 0; rest &= rest - 1) {
        int lane = Long.numberOfTrailingZeros(rest);
        for (int e = 0; e < operation.elements(); e++) {
          int presentBytes = Math.clamp(size[lane] - (long) e * step, 0, step);
          long mask = presentBytes == 8 ? -1L : (1L << (8 * presentBytes)) - 1;
          long value = values[e * warp.width + lane] & mask;
          unit.local.put(warp.slot, lane, (int) targets[lane] + e * step, step, value);
        }
      }
      unit.progressed();
      copies.landed(copy);
      if (warp.waiting() == Wait.COPIES) {
        unit.resume(warp, 0);
      }
    }
  }
}
