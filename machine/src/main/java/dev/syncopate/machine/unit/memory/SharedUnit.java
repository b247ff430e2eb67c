package dev.syncopate.machine.unit.memory;

import dev.syncopate.machine.code.AccessTypes;
import dev.syncopate.machine.code.HotKernel;
import dev.syncopate.machine.code.Op;
import dev.syncopate.machine.code.Pipe;
import dev.syncopate.machine.core.ExecutionUnit;
import dev.syncopate.machine.core.FaultTexts;
import dev.syncopate.machine.local.Banks;
import dev.syncopate.machine.observer.SharedAccess;
import dev.syncopate.machine.space.AddressMap;
import dev.syncopate.machine.unit.transaction.TransactionPipe;
import dev.syncopate.machine.warp.Stall;
import dev.syncopate.machine.warp.Wait;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.LocalMemoryUse;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.local.IssueRule;
import dev.syncopate.memory.local.LocalStore;
import dev.syncopate.memory.local.RecentLoads;
import dev.syncopate.sim.bits.Bits;

/**
 * Accesses to shared memory. They are performed as they issue, in lane order; bank conflicts hold
 * the pipe and delay the result.
 */
public final class SharedUnit extends ExecutionUnit {
  private static final long[] NOTHING = {};

  private final MemoryUnit memory;
  private final TransactionPipe transactions;
  private final Banks banks;

  /** Whether accesses take time; they do not in the functional tier. */
  private final boolean timed;

  private final int latency;

  /** Loads that the copy unit may overtake. */
  final RecentLoads loads;

  /** Whether there is a copy unit, and time. */
  private boolean overtaken;

  /** Lanes whose last access has failed: their transactions conflict with others. */
  private long failed;

  SharedUnit(MemoryUnit memory, TransactionPipe transactions) {
    super(memory.unit, Pipe.SHARED);
    this.memory = memory;
    this.transactions = transactions;
    this.banks = new Banks(unit.config.sharedBanks());
    this.timed = !unit.memory.answersAtOnce();
    this.latency = unit.config.sharedLatency();
    this.loads = new RecentLoads(unit::now);
  }

  @Override
  public void load(HotKernel kernel) {
    loads.clear();
    overtaken = timed && kernel.program.copiesInBulk();
  }

  @Override
  public boolean issue(Op op, Warp warp, long lanes, long now) {
    return ((AccessOp) op).issue(memory, warp, lanes, now);
  }

  @Override
  public Stall contention() {
    return Stall.SHARED_BUSY;
  }

  /**
   * Whether the warp may access shared memory now as far as ordering goes: not past an unfinished
   * fence or synchronising access, and with a release only when its earlier accesses are done.
   */
  boolean mayAccess(Warp warp, boolean releases) {
    return mayIssue(warp, IssueRule.access(releases, null));
  }

  /** Whether a rule lets the warp go on now, but for loads; if not, it waits. */
  boolean mayIssue(Warp warp, IssueRule rule) {
    if (rule.synchronised() && warp.accesses.synchronising()) {
      return unit.refuse(warp, Wait.SYNCHRONISATION, Stall.FENCE);
    }
    if (rule.quiet() && !unit.idle(warp)) {
      return unit.refuse(warp, Wait.QUIET, Stall.FENCE);
    }
    return true;
  }

  /**
   * Performs a shared access.
   *
   * @param address offsets in the CTA's shared memory; changed
   */
  boolean issue(MemoryOp op, Warp warp, long lanes, long[] address, long now) {
    MemoryOperation operation = op.operation;
    if (!mayAccess(warp, operation.order().releases())
        || (op.synchronising && !memory.fences.mayPerform(op.pc, warp, lanes, operation))) {
      return false;
    }
    int bytes = operation.bytesPerLane();
    AccessKind kind = operation.kind();
    locate(op, warp, lanes, address, bytes);
    if (kind != AccessKind.STORE && warp.grid().space().strict().initialisation()) {
      requireWritten(op, warp, lanes, address, bytes);
    }
    LocalStore local = unit.local;
    boolean inside = transactions.inside(warp, lanes);
    long may = local.begin(warp.slot, lanes, address, bytes, use(kind));
    failed = lanes & ~may;
    boolean observed = unit.observer != null && may != 0;
    long[] operands =
        observed && kind != AccessKind.LOAD ? memory.elements(warp, op, warp.width) : NOTHING;
    boolean changed =
        switch (kind) {
          case LOAD -> load(op, warp, may, address);
          case STORE -> store(op, warp, may, address);
          case ATOMIC -> atomic(op, warp, may, address, inside);
          case FENCE -> throw new IllegalStateException("a fence has no address");
        };
    if (unit.observer != null && observed) {
      int base = warp.owner().sharedBase;
      unit.observer.shared(
          unit.index,
          new SharedAccess(warp, op.pc, operation, may, address, base, operands, inside));
    }
    if (changed && !inside) {
      unit.progressed(); // a transaction gets on when it commits
    }
    boolean turns = inside || kind == AccessKind.ATOMIC;
    int passes = hold(address, lanes, bytes, kind, turns, local.extraCycles(), now);
    long ready = now + latency + passes - 1;
    if (overtaken && kind == AccessKind.LOAD) {
      ready += memory.copyConfig.loadDelay();
      loads.issued(new SharedLoad(unit, warp, warp.owner(), op, may, address.clone(), ready));
    }
    warp.resultsFrom(op.writes, ready);
    if (op.synchronising) {
      memory.fences.performed(op.pc, warp, operation);
    }
    return true;
  }

  private static LocalMemoryUse use(AccessKind kind) {
    return switch (kind) {
      case LOAD -> LocalMemoryUse.READ;
      case STORE -> LocalMemoryUse.WRITE;
      case ATOMIC, FENCE -> LocalMemoryUse.UPDATE;
    };
  }

  /** Lanes whose last access has failed, and nothing of it has happened; none from now on. */
  long takeFailed() {
    long lanes = failed;
    failed = 0;
    return lanes;
  }

  /**
   * Holds the pipe for an access.
   *
   * @param kind what is done to each word
   * @param turns whether lanes that want the same word must take turns
   * @param extra cycles that the store adds to those of the banks
   * @return cycles for which it is held
   */
  int hold(
      long[] address, long lanes, int bytes, AccessKind kind, boolean turns, int extra, long now) {
    unit.counters.sharedInstructions++;
    if (!timed) {
      return 1;
    }
    int passes = banks.passes(address, lanes, bytes, turns);
    unit.counters.sharedReads += kind == AccessKind.STORE ? 0 : passes;
    unit.counters.sharedWrites += kind == AccessKind.LOAD ? 0 : passes;
    unit.counters.conflictCycles += passes - banks.fewestPasses(lanes, bytes);
    unit.hold(Pipe.SHARED, now + passes + extra);
    return passes + extra;
  }

  /** Checks offsets in the CTA's shared memory and turns them into places in the unit's. */
  public void locate(Op op, Warp warp, long lanes, long[] address, int bytes) {
    int limit = warp.grid().sharedLimit();
    int base = warp.owner().sharedBase;
    if (lanes == warp.fullMask && areValid(address, warp.width, bytes, limit)) {
      for (int lane = 0; lane < warp.width; lane++) {
        address[lane] += base;
      }
      return;
    }
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Bits.lowest(rest);
      long laneAddress = address[lane];
      if ((laneAddress & (bytes - 1)) != 0) {
        throw unit.misaligned(op, warp, lane, laneAddress, bytes, "shared");
      }
      if (laneAddress < 0 || laneAddress > limit - bytes) {
        throw unit.fault(
            op,
            warp,
            lane,
            "shared address 0x"
                + Long.toHexString(laneAddress)
                + " is beyond the CTA's "
                + warp.grid().sharedBytes()
                + " bytes");
      }
      address[lane] = base + laneAddress;
    }
  }

  /** Whether the offsets of lanes 0 to {@code width - 1} are aligned and within the limit. */
  private static boolean areValid(long[] address, int width, int bytes, int limit) {
    long combined = 0;
    long highest = 0;
    for (int lane = 0; lane < width; lane++) {
      combined |= address[lane];
      highest = Math.max(highest, address[lane]);
    }
    return combined >= 0 && (combined & (bytes - 1)) == 0 && highest <= limit - bytes;
  }

  private void requireWritten(Op op, Warp warp, long lanes, long[] address, int bytes) {
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Bits.lowest(rest);
      if (!unit.local.written((int) address[lane], bytes)) {
        throw unit.fault(
            op,
            warp,
            lane,
            "reads shared address 0x"
                + Long.toHexString(address[lane] - warp.owner().sharedBase)
                + ", which nothing in the CTA has written"
                + FaultTexts.name(
                    warp.grid(), op, true, address[lane] - warp.owner().sharedBase, bytes));
      }
    }
  }

  private boolean load(MemoryOp op, Warp warp, long lanes, long[] address) {
    LocalStore local = unit.local;
    DataType type = op.operation.type();
    int bytes = type.bytes();
    int registerBits = op.operation.registerBits();
    long[] registers = warp.values();
    for (int e = 0; e < op.destinations.length; e++) {
      int destination = op.destinations[e];
      local.get(warp.slot, lanes, address, e * bytes, bytes, registers, destination);
      if (type.isSigned()) {
        for (long rest = lanes; rest != 0; rest &= rest - 1) {
          int register = destination + Bits.lowest(rest);
          registers[register] = AccessTypes.extend(registers[register], type, registerBits);
        }
      }
    }
    return false;
  }

  private boolean store(MemoryOp op, Warp warp, long lanes, long[] address) {
    LocalStore local = unit.local;
    int bytes = op.operation.type().bytes();
    boolean changed = false;
    for (int e = 0; e < op.values.length; e++) {
      long[] inputs = op.values[e] >= 0 ? warp.values() : op.constants;
      int base = op.values[e] >= 0 ? op.values[e] : ~op.values[e];
      for (long rest = lanes; rest != 0; rest &= rest - 1) {
        int lane = Bits.lowest(rest);
        int sharedOffset = (int) address[lane] + e * bytes;
        long value = inputs[base + lane];
        changed |= local.put(warp.slot, lane, sharedOffset, bytes, value);
        if (!warp.needs.heldWords.isEmpty()) {
          warp.needs.heldWords.forget(generic(warp, sharedOffset));
        }
      }
    }
    return changed;
  }

  private boolean atomic(MemoryOp op, Warp warp, long lanes, long[] address, boolean inside) {
    LocalStore local = unit.local;
    AtomicOp operation = op.operation.atomic();
    if (operation == null) {
      throw new IllegalStateException("an atomic does nothing");
    }
    DataType type = op.operation.type();
    int bytes = type.bytes();
    boolean changed = false;
    if (op.operation.elements() > 1) {
      return wideAtomic(op, warp, lanes, address, inside);
    }
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Bits.lowest(rest);
      int sharedOffset = (int) address[lane];
      long old = local.get(warp.slot, lane, sharedOffset, bytes);
      long a = value(op, warp, op.values[0], lane);
      long b = op.values.length > 1 ? value(op, warp, op.values[1], lane) : 0;
      long next = operation.apply(type, old, a, b);
      local.put(warp.slot, lane, sharedOffset, bytes, next);
      if (next != old) {
        changed = true;
        if (!inside) {
          boolean takes = operation == AtomicOp.CAS || (operation == AtomicOp.EXCH && old == 0);
          warp.needs.heldWords.changed(takes, generic(warp, sharedOffset), lane, op.pc);
        }
      }
      if (op.destinations.length != 0) {
        warp.values()[op.destinations[0] + lane] = old;
      }
    }
    return changed;
  }

  /** An exchange or a compare-and-swap that takes several elements as one word. */
  private boolean wideAtomic(MemoryOp op, Warp warp, long lanes, long[] address, boolean inside) {
    LocalStore local = unit.local;
    int bytes = op.operation.type().bytes();
    int elements = op.operation.elements();
    boolean compares = op.operation.atomic() == AtomicOp.CAS;
    long[] old = new long[elements];
    boolean changed = false;
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Bits.lowest(rest);
      int sharedOffset = (int) address[lane];
      boolean writes = true;
      boolean differs = false;
      for (int e = 0; e < elements; e++) {
        old[e] = local.get(warp.slot, lane, sharedOffset + e * bytes, bytes);
        long a = value(op, warp, op.values[e], lane);
        writes &= !compares || old[e] == a;
        long next = compares ? value(op, warp, op.values[elements + e], lane) : a;
        differs |= old[e] != next;
      }
      for (int e = 0; e < elements; e++) {
        long next = value(op, warp, op.values[compares ? elements + e : e], lane);
        local.put(warp.slot, lane, sharedOffset + e * bytes, bytes, writes ? next : old[e]);
      }
      if (writes && differs) {
        changed = true;
        if (!inside) {
          warp.needs.heldWords.changed(
              compares || isZero(old), generic(warp, sharedOffset), lane, op.pc);
        }
      }
      for (int e = 0; e < op.destinations.length; e++) {
        warp.values()[op.destinations[e] + lane] = old[e];
      }
    }
    return changed;
  }

  private static boolean isZero(long[] values) {
    long combined = 0;
    for (long value : values) {
      combined |= value;
    }
    return combined == 0;
  }

  private static long generic(Warp warp, int sharedOffset) {
    return AddressMap.SHARED_BASE + sharedOffset - warp.owner().sharedBase;
  }

  private static long value(MemoryOp op, Warp warp, int operand, int lane) {
    return operand >= 0 ? warp.values()[operand + lane] : op.constants[~operand + lane];
  }
}
