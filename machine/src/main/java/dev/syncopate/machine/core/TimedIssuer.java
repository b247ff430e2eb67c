package dev.syncopate.machine.core;

import dev.syncopate.machine.code.Op;
import dev.syncopate.machine.code.Pipe;
import dev.syncopate.machine.config.CoreConfig;
import dev.syncopate.machine.config.CoreConfig.DivergenceModel;
import dev.syncopate.machine.config.MachineConfig;
import dev.syncopate.machine.divergence.LaneOrder;
import dev.syncopate.machine.divergence.LaneSchedule;
import dev.syncopate.machine.observer.LaunchObserver;
import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Stall;
import dev.syncopate.machine.warp.Wait;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.sim.perturb.PerturbConfig;
import dev.syncopate.sim.perturb.Perturbation.DrawnOrder;
import dev.syncopate.sim.perturb.Perturbation.OrderKind;
import dev.syncopate.sim.perturb.PerturbationLog;
import dev.syncopate.sim.perturb.WarpPauses;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which warp of a compute unit issues when: schedulers, scoreboards, pipes, and the ring in which
 * warps sleep until a known cycle.
 *
 * <p>Masks have a bit for each warp slot.
 */
final class TimedIssuer extends Issuer {
  private final ComputeUnit unit;
  private final Host host;
  private final Warp[] warps;
  private final CoreCounters counters;
  private static final int MEMORY = Pipe.MEMORY.number;
  private static final int SHARED = Pipe.SHARED.number;

  private final InstructionCache fetch;
  private final Scheduler scheduler;
  private final WakeRing sleepers = new WakeRing();
  private final Pipes pipes;
  private final StarvationGuard patience;

  /** Of a perturbed schedule; null where it is the machine's own. */
  private final @Nullable WarpPauses pauses;

  /** Likewise; null also where lanes run in lockstep. */
  private final @Nullable LaneOrder order;

  /** The seed by which lanes are ordered; 0 for the machine's own order. */
  private final int laneSeed;

  private @Nullable PerturbationLog log;

  /** The kernel of which {@link #parts} is known; 0 before the first. */
  private int partsOf;

  /** Whether lanes of that kernel that run together may be parted. */
  private boolean parts;

  private final int branchLatency;

  /** Warps whose next instruction could issue if its pipe is free. */
  private long ready;

  private long lastTick = -1;
  private boolean ticking;
  private @Nullable Warp issuing;

  TimedIssuer(ComputeUnit unit, Host host, MachineConfig machine) {
    CoreConfig core = machine.core();
    this.unit = unit;
    this.host = host;
    this.warps = unit.warps;
    this.counters = unit.counters;
    this.fetch = new InstructionCache(machine.icache(), counters);
    PerturbConfig perturb = machine.perturb();
    WarpPauses warpPauses = perturb.warps(unit.index, core.maxWarps());
    this.pauses = warpPauses;
    this.laneSeed =
        core.divergence() == DivergenceModel.ITS
            ? perturb.orderSeed(OrderKind.LANES, unit.index)
            : 0;
    this.order = laneSeed == 0 ? null : new LaneOrder(perturb.withSeed(laneSeed).lanes(unit.index));
    this.scheduler =
        Scheduler.of(core, warpPauses != null && warpPauses.reorders() ? warpPauses : null);
    this.pipes = new Pipes(core.simds(), core.maxWarps());
    this.patience = new StarvationGuard(warps, pipes);
    this.branchLatency = core.branchLatency();
  }

  @Override
  protected void perturb(LaneSchedule schedule) {
    if (order != null) {
      schedule.perturb(order);
    }
  }

  @Override
  protected void logPerturbations() {
    PerturbationLog newLog = new PerturbationLog();
    log = newLog;
    if (pauses != null) {
      pauses.log(newLog);
    }
  }

  @Override
  protected List<PerturbationLog.Entry> perturbations() {
    if (log == null) {
      return List.of();
    }
    List<PerturbationLog.Entry> entries = new ArrayList<>(log.entries());
    if (order != null && order.used()) {
      entries.add(
          new PerturbationLog.Entry(0, new DrawnOrder(OrderKind.LANES, unit.index, laneSeed)));
    }
    return entries;
  }

  @Override
  protected void arrived(Cta cta) {
    scheduler.arrived(cta.warpMask);
    super.arrived(cta);
  }

  @Override
  protected void departed(Cta cta) {
    scheduler.departed(cta.warpMask);
  }

  /** The earliest cycle in which an instruction that has not issued yet can. */
  private long soonest() {
    return ticking ? lastTick + 1 : Math.max(host.now(), lastTick + 1);
  }

  @Override
  protected long tick(long now) {
    lastTick = now;
    ticking = true;
    ready |= sleepers.due(now);
    boolean issued = false;
    for (int simd = 0; simd < pipes.simds && ready != 0; simd++) {
      long candidates = pipes.unobstructed(ready, simd, now);
      if (patience.isOver()) {
        candidates &= ~patience.yielding(ready);
      }
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

  @Override
  protected boolean ticked(long now) {
    return lastTick == now;
  }

  private boolean issue(Warp warp, long now) {
    Op op = warp.op();
    if (op == null) {
      throw nothingToIssue(warp);
    }
    LaneSchedule schedule = warp.schedule;
    boolean accesses = op.pipe == MEMORY || op.pipe == SHARED;
    if (order != null && accesses && (warp.accesses.done() & schedule.active()) == 0) {
      if (mayPart(warp)) {
        order.beforeAccess(schedule);
      }
    }
    int pc = schedule.pc();
    long lanes = schedule.active();
    if (op.guard >= 0) {
      long predicate = warp.predicates()[op.guard];
      lanes &= op.guardNegated ? ~predicate : predicate;
    }
    LaunchObserver watcher = unit.observer;
    long warpsBefore = watcher == null ? 0 : counters.warpInstructions;
    long threadsBefore = watcher == null ? 0 : counters.threadInstructions;
    Stall waited = warp.stall(); // what parks the warp from now on takes its place
    issuing = warp;
    ready &= ~warp.bit();
    boolean issued = units[op.pipe].issue(op, warp, lanes, now);
    issuing = null;
    if (!issued) {
      return false;
    }
    pipes.taken(warp.simd, op.pipe, now + op.interval);
    if (accesses) {
      patience.issued(warp, op.pipe, ready, now);
    }
    counters.warpInstructions++;
    int count = Long.bitCount(lanes);
    counters.threadInstructions += count;
    if (accesses) {
      counters.accessLanes += count;
    }
    account(warp, op.pipe, pc, waited, now);
    if (pauses != null && accesses) {
      pause(warp, now + 1, pauses.behindAccess(warp.slot, pc, now));
    }
    if (order != null && accesses && warp.waiting() == Wait.NONE && schedule.pc() == pc + 1) {
      order.behindAccess(schedule);
    }
    if (watcher != null) {
      watcher.executed(
          unit.index,
          warp,
          pc,
          (int) (counters.warpInstructions - warpsBefore),
          (int) (counters.threadInstructions - threadsBefore));
    }
    warp.since(now + 1);
    if (warp.waiting() == Wait.NONE) {
      boolean sequential = schedule.pc() == pc + 1;
      warp.stall(sequential ? Stall.SCOREBOARD : Stall.BRANCH);
      settle(warp, sequential ? now + 1 : now + branchLatency);
    }
    return true;
  }

  private static IllegalStateException nothingToIssue(Warp warp) {
    return new IllegalStateException("warp slot " + warp.slot + " has nothing to issue");
  }

  /** Whether lanes of the warp that run together may be parted. */
  private boolean mayPart(Warp warp) {
    if (partsOf != warp.kernelNumber()) {
      partsOf = warp.kernelNumber();
      parts = warp.grid().kernel().lanesMayPart();
    }
    return parts;
  }

  private static void pause(Warp warp, long startCycle, int cycles) {
    if (cycles > 0) {
      warp.extendRest(startCycle + cycles, Stall.SLEEP);
    }
  }

  /** Counts for what the warp has waited up to now, to issue an instruction. */
  private void account(Warp warp, int pipe, int pc, Stall waited, long now) {
    long wakeAt = warp.wakeAt();
    long waitStart = warp.since();
    if (wakeAt > waitStart) {
      counters.stalled(waited, wakeAt - waitStart);
    }
    long ready = Math.max(wakeAt, waitStart);
    if (now > ready) {
      counters.stalled(units[pipe].contention(), now - ready);
    }
    LaunchObserver watcher = unit.observer;
    if (watcher != null) {
      tell(watcher, warp, pipe, pc, waited, now);
    }
  }

  /** Tells the same. */
  private void tell(LaunchObserver watcher, Warp warp, int pipe, int pc, Stall waited, long now) {
    long wakeAt = warp.wakeAt();
    long waitStart = warp.since();
    if (wakeAt > waitStart) {
      watcher.stalled(unit.index, warp, pc, waited, wakeAt - waitStart);
    }
    long ready = Math.max(wakeAt, waitStart);
    if (now > ready) {
      watcher.stalled(unit.index, warp, pc, units[pipe].contention(), now - ready);
    }
  }

  // ---- where a warp stands ----

  @Override
  protected void begin(Warp warp, long startCycle) {
    if (pauses != null) {
      pauses.launched((int) warp.grid().number());
      pause(
          warp,
          startCycle,
          pauses.begin(warp.slot, warp.owner().index, warp.indexInCta(), startCycle));
    }
    settle(warp, startCycle);
  }

  /**
   * Works out when a warp can issue its next instruction, not before cycle {@code earliestCycle}.
   */
  void settle(Warp warp, long earliestCycle) {
    LaneSchedule schedule = warp.schedule;
    if (schedule.active() == 0) {
      if (schedule.finished()) {
        pipes.leaves(warp);
        warp.next(null);
        unit.finish(warp);
      } else {
        warp.await(Wait.BARRIER, Stall.BARRIER);
      }
      return;
    }
    int pc = schedule.pc();
    Op op = warp.code()[pc];
    warp.next(op);
    pipes.wants(warp, op.pipe);
    long issueCycle = earliestCycle;
    if (warp.restsUntil() > issueCycle) {
      issueCycle = warp.restsUntil();
      if (issueCycle == Warp.UNKNOWN) {
        warp.await(Wait.VALUE, warp.restsFor());
        return;
      }
      warp.stall(warp.restsFor());
    }
    long fetched = fetch.arrival(warp, warp.kernelNumber(), pc, issueCycle);
    if (fetched > issueCycle) {
      issueCycle = fetched;
      warp.stall(Stall.FETCH);
    }
    long operands = warp.operandsFrom(op.waits, issueCycle);
    if (operands == Warp.UNKNOWN) {
      warp.await(Wait.VALUE, Stall.MEMORY);
      return;
    }
    if (operands > issueCycle) {
      issueCycle = operands;
      warp.stall(Stall.SCOREBOARD);
    }
    sleep(warp, issueCycle);
  }

  private void sleep(Warp warp, long wakeCycle) {
    warp.sleep(wakeCycle);
    sleepers.put(warp.slot, wakeCycle, soonest());
    if (!ticking) {
      host.wake(wakeCycle);
    }
  }

  @Override
  protected boolean refuse(Warp warp, Wait wait, Stall stall) {
    account(warp, warp.pipe(), warp.schedule.pc(), warp.stall(), lastTick);
    warp.since(lastTick);
    park(warp, wait, stall);
    return false;
  }

  @Override
  protected void resume(Warp warp, long earliestCycle) {
    if (warp == issuing) {
      warp.arrived();
      return;
    }
    Stall waited = warp.stall();
    settle(warp, Math.max(earliestCycle, soonest()));
    if (warp.waiting() == Wait.NONE) {
      warp.stall(waited);
    }
  }

  @Override
  protected void hold(Pipe pipe, long endCycle) {
    pipes.hold(pipe, endCycle);
  }

  @Override
  protected long queue(Pipe pipe, long now, int cycles) {
    return pipes.queue(pipe, now, cycles);
  }
}
