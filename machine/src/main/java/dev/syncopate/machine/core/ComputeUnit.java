package dev.syncopate.machine.core;

import dev.syncopate.machine.config.CoreConfig;
import dev.syncopate.machine.config.CoreConfig.DivergenceModel;
import dev.syncopate.machine.config.MachineConfig;
import dev.syncopate.machine.divergence.Ipdom;
import dev.syncopate.machine.divergence.Its;
import dev.syncopate.machine.divergence.LaneSchedule;
import dev.syncopate.machine.local.SharedMemory;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.lsu.MemoryClient;
import dev.syncopate.ptx.ir.Position;
import org.jspecify.annotations.Nullable;

/**
 * A compute unit: warps, the SIMD units that issue their instructions, and what they share. It acts
 * only in cycles in which a warp can issue; between them its warps sleep until a known cycle or
 * until a call-back.
 *
 * <p>Masks have a bit for each warp slot.
 */
final class ComputeUnit implements MemoryClient {
  final int index;
  final CoreConfig config;
  final Tile tile;
  final CoreCounters counters = new CoreCounters();
  final Warp[] warps;
  final SharedMemory shared;
  final SharedPipe sharedPipe;
  final MemoryPipe memoryPipe;
  final SystemCalls system;
  final InstructionCache fetch;
  final Scheduler scheduler;

  /** The last cycle in which something other than a spinning loop went on. */
  long progress;

  final DepartedWarps departed = new DepartedWarps();
  private final WakeRing sleepers = new WakeRing();
  final Pipes pipes;
  private final int branchLatency;
  private @Nullable Grid grid;
  private Op[] code = new Op[0];

  /** Warps whose next instruction could issue if its pipe is free. */
  private long ready;

  private long lastTick = -1;
  private boolean ticking;
  private @Nullable Warp issuing;

  ComputeUnit(int index, MachineConfig machine, Tile tile, MemorySide.Maker maker) {
    CoreConfig core = machine.core();
    this.index = index;
    this.config = core;
    this.tile = tile;
    this.branchLatency = core.branchLatency();
    this.shared = new SharedMemory(core.sharedBytes(), core.sharedBanks());
    this.sharedPipe = new SharedPipe(this);
    this.system = new SystemCalls(this);
    this.fetch = new InstructionCache(machine.icache(), counters);
    this.scheduler = Scheduler.of(core);
    this.pipes = new Pipes(core.simds(), core.maxWarps());
    this.warps = new Warp[core.maxWarps()];
    for (int slot = 0; slot < warps.length; slot++) {
      int simd = slot % core.simds();
      boolean independent = core.divergence() == DivergenceModel.ITS;
      LaneSchedule schedule = independent ? new Its(core.spinPatience()) : new Ipdom();
      warps[slot] = new Warp(slot, simd, core.warpWidth(), schedule);
      if (schedule instanceof Its its) {
        its.ask(warps[slot]);
      }
    }
    this.memoryPipe = new MemoryPipe(this, maker.make(index, tile, this), machine);
  }

  /** Prepares for a launch. */
  void load(Grid launched) {
    grid = launched;
    code = launched.kernel().code;
    departed.clear();
  }

  Grid grid() {
    Grid present = grid;
    if (present == null) {
      throw new IllegalStateException("no kernel is loaded");
    }
    return present;
  }

  /** The earliest cycle in which an instruction that has not issued yet can. */
  long soonest() {
    return Math.max(tile.now(), lastTick + 1);
  }

  // ---- issue ----

  /** Lets each SIMD unit issue one instruction. Returns the next cycle in which one can. */
  long tick(long now) {
    lastTick = now;
    ticking = true;
    ready |= sleepers.due(now);
    boolean issued = false;
    for (int simd = 0; simd < pipes.simds; simd++) {
      long candidates = pipes.unobstructed(ready, simd, now);
      while (candidates != 0) {
        int slot = scheduler.pick(candidates, simd);
        if (issue(warps[slot], now)) {
          issued = true;
          break;
        }
        candidates &= ~(1L << slot);
      }
    }
    ticking = false;
    if (issued) {
      counters.activeCycles++;
    }
    long next = sleepers.next(now + 1);
    return ready == 0 ? next : Math.min(next, pipes.nextFree(ready, now + 1));
  }

  boolean ticked(long now) {
    return lastTick == now;
  }

  private boolean issue(Warp warp, long now) {
    Op op = warp.op;
    if (op == null) {
      throw new IllegalStateException("warp slot " + warp.slot + " has nothing to issue");
    }
    LaneSchedule schedule = warp.schedule;
    int pc = schedule.pc();
    long lanes = schedule.active();
    if (op.guard >= 0) {
      long predicate = warp.predicates[op.guard];
      lanes &= op.guardNegated ? ~predicate : predicate;
    }
    issuing = warp;
    ready &= ~warp.bit();
    boolean done = op.issue(this, warp, lanes, now);
    issuing = null;
    if (!done) {
      return false;
    }
    pipes.taken(warp.simd, op.pipe, now + op.interval);
    counters.warpInstructions++;
    counters.threadInstructions += Long.bitCount(lanes);
    account(warp, op.pipe, now);
    warp.since = now + 1;
    if (warp.waiting == Wait.NONE) {
      boolean sequential = schedule.pc() == pc + 1;
      warp.stall = sequential ? Stall.SCOREBOARD : Stall.BRANCH;
      settle(warp, sequential ? now + 1 : now + branchLatency);
    }
    return true;
  }

  /** Counts for what the warp has waited up to now. */
  private void account(Warp warp, int pipe, long now) {
    if (warp.wakeAt > warp.since) {
      counters.stalled(warp.stall, warp.wakeAt - warp.since);
    }
    long ready = Math.max(warp.wakeAt, warp.since);
    if (now > ready) {
      counters.contended(pipe, now - ready);
    }
  }

  // ---- where a warp stands ----

  /** Works out when a warp can issue its next instruction, not before cycle {@code from}. */
  private void settle(Warp warp, long from) {
    LaneSchedule schedule = warp.schedule;
    if (schedule.active() == 0) {
      if (schedule.finished()) {
        finish(warp);
      } else {
        warp.waiting = Wait.BARRIER;
        warp.stall = Stall.BARRIER;
      }
      return;
    }
    int pc = schedule.pc();
    Op op = code[pc];
    warp.op = op;
    pipes.wants(warp, op.pipe);
    long at = from;
    if (warp.notBefore > at) {
      at = warp.notBefore;
      warp.stall = warp.resting;
    }
    long fetched = fetch.arrival(warp, grid().kernel().number, pc, at);
    if (fetched > at) {
      at = fetched;
      warp.stall = Stall.FETCH;
    }
    long[] scoreboard = warp.scoreboard;
    for (int entry : op.waits) {
      if (scoreboard[entry] > at) {
        at = scoreboard[entry];
        warp.stall = Stall.SCOREBOARD;
      }
    }
    if (at == Warp.UNKNOWN) {
      warp.waiting = Wait.VALUE;
      warp.stall = Stall.MEMORY;
      return;
    }
    sleep(warp, at);
  }

  private void sleep(Warp warp, long until) {
    warp.waiting = Wait.NONE;
    warp.wakeAt = until;
    sleepers.put(warp.slot, until, soonest());
    wake(until);
  }

  private void wake(long time) {
    if (!ticking) {
      tile.wake(time);
    }
  }

  /**
   * The warp cannot issue what it was picked for, and waits to be told.
   *
   * @return false, for the instruction to return
   */
  boolean refuse(Warp warp, Wait wait, Stall stall) {
    account(warp, warp.pipe, lastTick);
    warp.since = lastTick;
    park(warp, wait, stall);
    return false;
  }

  /** The warp waits to be told, behind the instruction that it has just issued. */
  void park(Warp warp, Wait wait, Stall stall) {
    warp.waiting = wait;
    warp.stall = stall;
  }

  /** What the warp waited for has come: it goes on from the cycle {@code from} at the earliest. */
  void resume(Warp warp, long from) {
    if (warp == issuing) {
      warp.waiting = Wait.NONE;
      return;
    }
    Stall waited = warp.stall;
    settle(warp, Math.max(from, soonest()));
    if (warp.waiting == Wait.NONE) {
      warp.stall = waited;
    }
  }

  /** A warp whose threads have all exited leaves once its last accesses are complete. */
  private void finish(Warp warp) {
    pipes.leaves(warp);
    warp.op = null;
    progress = tile.now();
    if (memoryPipe.idle(warp)) {
      retire(warp);
    } else {
      warp.waiting = Wait.LINGERING;
    }
  }

  private void retire(Warp warp) {
    warp.waiting = Wait.ABSENT;
    Cta cta = warp.owner();
    departed.add(warp, cta);
    warp.cta = null;
    if (--cta.liveWarps == 0) {
      tile.finished(cta);
    }
  }

  /** Lanes of a warp have ended. */
  void exited(Warp warp, long lanes) {
    progress = tile.now();
    Cta cta = warp.owner();
    cta.liveThreads -= Long.bitCount(lanes);
    cta.barriers.exited(this);
  }

  /** Lanes of a warp that waited at a barrier may go on. */
  void released(Warp warp, long lanes) {
    warp.schedule.unblock(lanes);
    if (warp.waiting == Wait.BARRIER) {
      warp.notBefore = tile.now() + config.barrierLatency();
      warp.resting = Stall.BARRIER;
      resume(warp, 0);
    }
  }

  /** Lanes have issued an instruction that they did not execute: they will again. */
  void notExecuted(long lanes, boolean all) {
    counters.warpInstructions -= all ? 1 : 0;
    counters.threadInstructions -= Long.bitCount(lanes);
  }

  /** Where an instruction stands in the PTX. */
  Position position(int pc) {
    return code[pc].position;
  }

  // ---- faults ----

  KernelFault fault(Op op, Warp warp, int lane, String what) {
    return FaultTexts.fault(this, op, warp, lane, what);
  }

  KernelFault trap(Op op, Warp warp, int lane, String what) {
    return FaultTexts.trap(this, op, warp, lane, what);
  }

  KernelFault misaligned(Op op, Warp warp, int lane, long address, int bytes, String space) {
    String name =
        space.equals("local")
            ? ""
            : FaultTexts.name(this, op, space.equals("shared"), address, bytes);
    return fault(op, warp, lane, FaultTexts.misaligned(address, bytes, space) + name);
  }

  /** A CTA moves in; its warps may issue from the cycle {@code from} on. */
  void start(Cta cta, long from) {
    Grid launched = grid();
    int threads = launched.threads();
    cta.liveThreads = threads;
    cta.liveWarps = cta.warps.length;
    cta.barriers.clear();
    shared.clear(cta.sharedBase, launched.sharedStride());
    scheduler.arrived(cta.warpMask);
    for (int i = 0; i < cta.warps.length; i++) {
      Warp warp = cta.warps[i];
      int left = threads - i * warp.width;
      warp.reserve(launched.kernel());
      warp.start(cta, i, left >= warp.width ? warp.fullMask : (1L << left) - 1);
      warp.since = tile.now();
      settle(warp, from);
    }
  }

  // ---- call-backs of the memory side ----

  @Override
  public void completed(WarpAccess access, long readyAt) {
    if (access.token instanceof Completion completion) {
      try {
        completion.completed(this, warps[access.warp], access, readyAt);
      } catch (KernelFault fault) {
        tile.fail(fault);
      }
    }
  }

  @Override
  public void mayIssue(int slot) {
    try {
      recheck(warps[slot]);
    } catch (KernelFault fault) {
      tile.fail(fault);
    }
  }

  /** A value has come: the warp may have waited for it. */
  void delivered(Warp warp) {
    if (warp.waiting == Wait.VALUE) {
      resume(warp, 0);
    }
  }

  /** Something about the warp's memory accesses has changed for which it may wait. */
  void recheck(Warp warp) {
    switch (warp.waiting) {
      case LOAD_STORE_UNIT -> resume(warp, 0);
      case SYNCHRONISATION -> {
        if (warp.synchronising == 0) {
          resume(warp, 0);
        }
      }
      case QUIET -> {
        if (memoryPipe.idle(warp)) {
          resume(warp, 0);
        }
      }
      case LINGERING -> {
        if (memoryPipe.idle(warp)) {
          retire(warp);
        }
      }
      case SYSTEM -> system.retry(warp);
      case NONE, VALUE, BARRIER, COPIES, ABSENT -> {}
    }
  }
}
