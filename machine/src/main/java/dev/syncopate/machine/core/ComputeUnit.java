package dev.syncopate.machine.core;

import dev.syncopate.machine.barrier.BarrierSet;
import dev.syncopate.machine.barrier.ClusterBarrier;
import dev.syncopate.machine.barrier.CtaBarriers;
import dev.syncopate.machine.code.HotKernel;
import dev.syncopate.machine.code.Op;
import dev.syncopate.machine.code.Pipe;
import dev.syncopate.machine.config.CoreConfig;
import dev.syncopate.machine.config.CoreConfig.DivergenceModel;
import dev.syncopate.machine.config.MachineConfig;
import dev.syncopate.machine.divergence.IndependentScheduling;
import dev.syncopate.machine.divergence.LaneSchedule;
import dev.syncopate.machine.divergence.ReconvergenceStack;
import dev.syncopate.machine.observer.LaunchObserver;
import dev.syncopate.machine.status.DepartedWarps;
import dev.syncopate.machine.status.WarpStatus;
import dev.syncopate.machine.status.WarpTraces;
import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.machine.warp.Stall;
import dev.syncopate.machine.warp.Wait;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.local.LocalStore;
import dev.syncopate.memory.lsu.LoadStoreUnit;
import dev.syncopate.memory.lsu.MemoryClient;
import dev.syncopate.sim.perturb.PerturbationLog;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A compute unit: warps, the SIMD units that issue their instructions, and what they share. It acts
 * only in cycles in which a warp can issue; between them its warps sleep until a known cycle or
 * until a call-back.
 *
 * <p>Masks have a bit for each warp slot.
 */
public final class ComputeUnit implements MemoryClient, BarrierSet.Listener {
  public final int index;
  public final CoreConfig config;
  public final CoreCounters counters = new CoreCounters();

  /** Warp slots. A slot is empty until a CTA first occupies it, so that small launches make few. */
  public final Warp[] warps;

  /** The bytes of its shared memory: what a launch has them be. */
  public LocalStore local;

  public final LoadStoreUnit memory;
  final CtaBarriers barriers = new CtaBarriers();

  /** The last cycle in which something other than a spinning loop went on. */
  public long progress;

  /** Observer of the launch; null for none. */
  public @Nullable LaunchObserver observer;

  /** The parts that act at their own time; none before the first kernel that needs one. */
  private CopyEngine[] engines = {};

  /** Hears of exits; null for kernels in which nothing has to. */
  public @Nullable ExitListener exits;

  /** The part that takes messages of other units. */
  public @Nullable PeerReceiver peers;

  /** The CTA that has come last to each CTA slot. */
  private final @Nullable Cta[] occupants;

  /** Whether threads of what is loaded may come to the barrier of their cluster. */
  private boolean meetsInClusters;

  private final Host host;
  private final Issuer issuer;
  private final DepartedWarps departed = new DepartedWarps();

  /**
   * @param host where it lives; not asked anything yet
   * @param local the bytes of its shared memory
   * @param memory makes its memory side, which is to call it back; not yet
   */
  public ComputeUnit(
      int index,
      MachineConfig machine,
      Host host,
      LocalStore local,
      Function<MemoryClient, LoadStoreUnit> memory) {
    this(index, machine, host, local, memory, unit -> new TimedIssuer(unit, host, machine));
  }

  /**
   * @param host where it lives; not asked anything yet
   * @param local the bytes of its shared memory
   * @param memory makes its memory side, which is to call it back; not yet
   * @param issuer makes what runs its warps
   */
  public ComputeUnit(
      int index,
      MachineConfig machine,
      Host host,
      LocalStore local,
      Function<MemoryClient, LoadStoreUnit> memory,
      Function<ComputeUnit, Issuer> issuer) {
    CoreConfig core = machine.core();
    this.index = index;
    this.config = core;
    this.host = host;
    this.local = local;
    this.warps = new Warp[core.maxWarps()];
    this.occupants = new @Nullable Cta[core.maxCtas()];
    this.issuer = issuer.apply(this);
    this.memory = memory.apply(this);
  }

  /** The warp slot of that number, made when it is asked for first. */
  public Warp warp(int slot) {
    Warp warp = warps[slot];
    if (warp == null) {
      boolean independent = config.divergence() == DivergenceModel.ITS;
      LaneSchedule schedule =
          independent ? new IndependentScheduling(config.spinPatience()) : new ReconvergenceStack();
      warp = new Warp(slot, slot % config.simds(), config.warpWidth(), schedule);
      if (schedule instanceof IndependentScheduling independentSchedule) {
        independentSchedule.ask(warp.needs);
      }
      issuer.perturb(schedule);
      warps[slot] = warp;
    }
    return warp;
  }

  /** Warps that belong to a CTA, by slot. */
  public List<Warp> residents() {
    List<Warp> residents = new ArrayList<>();
    for (Warp warp : warps) {
      if (warp != null && warp.cta() != null) {
        residents.add(warp);
      }
    }
    return residents;
  }

  /** Gives it its execution units, one for each pipe. */
  public void install(List<ExecutionUnit> executionUnits) {
    issuer.install(executionUnits);
  }

  /**
   * Has something stand in front of each execution unit, in the place of what did.
   *
   * @param front takes the unit and returns what instructions are to be given to
   */
  public void intercept(UnaryOperator<ExecutionUnit> front) {
    issuer.intercept(front);
  }

  /**
   * Prepares for a launch, or for several that overlap.
   *
   * @param kernel of the launch; of several one with bulk copies, if there is any
   * @param meets whether threads of a launch may come to the barrier of their cluster
   */
  public void load(HotKernel kernel, boolean meets) {
    meetsInClusters = meets;
    barriers.load(meets, config.maxCtas());
    issuer.load(kernel);
    departed.clear();
  }

  /** The current cycle. */
  public long now() {
    return host.now();
  }

  /** Something other than a spinning loop has got on. */
  public void progressed() {
    progress = host.now();
  }

  /** Whether every access of the warp is complete as far as a barrier cares. */
  public boolean idle(Warp warp) {
    return !warp.accesses.synchronising()
        && memory.quiet(warp.slot)
        && !warp.accesses.awaitsPeers();
  }

  /** Whether nothing of the warp is on its way. */
  private boolean done(Warp warp) {
    return idle(warp) && !warp.accesses.storesToPeers();
  }

  /** The barriers of a warp's CTA. */
  public BarrierSet barriers(Warp warp) {
    return barriers.of(warp.owner());
  }

  /** The barrier of the cluster of the CTA that has come last to a slot; null for none. */
  public @Nullable ClusterBarrier clusterBarrier(int slot) {
    return barriers.ofCluster(slot);
  }

  /** Whether threads of what is loaded may come to the barrier of their cluster. */
  public boolean meetsInClusters() {
    return meetsInClusters;
  }

  // ---- issue ----

  /** Lets each SIMD unit issue one instruction. Returns the next cycle in which one can. */
  public long tick(long now) {
    long next = issuer.tick(now);
    for (CopyEngine engine : engines) {
      next = Math.min(next, engine.tick(now));
    }
    return next;
  }

  /** Adds a part that acts at its own time. */
  public void attach(CopyEngine engine) {
    CopyEngine[] attached = Arrays.copyOf(engines, engines.length + 1);
    attached[engines.length] = engine;
    engines = attached;
  }

  /** Whether a part that acts at its own time has anything on its way. */
  public boolean copying() {
    for (CopyEngine engine : engines) {
      if (engine.busy()) {
        return true;
      }
    }
    return false;
  }

  /** For a report of a hang: what such parts have on their way, a line each. */
  public List<String> onTheWay() {
    List<String> lines = new ArrayList<>();
    for (CopyEngine engine : engines) {
      lines.addAll(engine.waiting());
    }
    return lines;
  }

  /** Makes sure that it acts in a cycle. */
  public void wakeUp(long time) {
    host.wake(time);
  }

  /** Sends a message to a compute unit, which comes in a cycle. */
  public void send(int unit, PeerMessage message, long arrival) {
    host.send(unit, message, arrival);
  }

  /** A message of another compute unit has come. */
  public void received(PeerMessage message, long now) {
    PeerReceiver receiver = peers;
    if (receiver == null) {
      throw new IllegalStateException("compute unit " + index + " takes no messages");
    }
    try {
      receiver.receive(message, now);
    } catch (KernelFault fault) {
      host.fail(fault);
    }
  }

  /** The CTA that is resident in a slot; null for none. */
  public @Nullable Cta resident(int slot) {
    Cta cta = occupants[slot];
    return cta != null && cta.resident ? cta : null;
  }

  /** Nothing that a {@link CopyEngine} does is on its way any more. */
  public void copied() {
    host.copied();
  }

  public boolean ticked(long now) {
    return issuer.ticked(now);
  }

  /** An instruction holds a pipe that all SIMD units share. */
  public void hold(Pipe pipe, long endCycle) {
    issuer.hold(pipe, endCycle);
  }

  /**
   * Something holds a pipe that all SIMD units share as soon as it is free.
   *
   * @return the cycle in which it is done
   */
  public long queue(Pipe pipe, long now, int cycles) {
    return issuer.queue(pipe, now, cycles);
  }

  /**
   * The warp cannot issue what it was picked for, and waits to be told.
   *
   * @return false, for the instruction to return
   */
  public boolean refuse(Warp warp, Wait wait, Stall stall) {
    return issuer.refuse(warp, wait, stall);
  }

  /** The warp waits to be told, behind the instruction that it has just issued. */
  public void park(Warp warp, Wait wait, Stall stall) {
    issuer.park(warp, wait, stall);
  }

  /**
   * What the warp waited for has come: it goes on from the cycle {@code earliestCycle} at the
   * earliest.
   */
  public void resume(Warp warp, long earliestCycle) {
    issuer.resume(warp, earliestCycle);
  }

  // ---- CTAs and warps come and go ----

  /** A warp whose threads have all exited leaves once its last accesses are complete. */
  public void finish(Warp warp) {
    progressed();
    if (done(warp)) {
      retire(warp);
    } else {
      warp.await(Wait.LINGERING);
    }
  }

  private void retire(Warp warp) {
    warp.await(Wait.ABSENT);
    Cta cta = warp.owner();
    departed.add(warp, cta);
    LaunchObserver watcher = observer;
    if (watcher != null) {
      watcher.left(index, warp);
    }
    warp.leave();
    if (--cta.liveWarps == 0) {
      issuer.departed(cta);
      counters.ctas++;
      if (watcher != null) {
        watcher.finished(index, cta);
      }
      host.finished(cta);
    }
  }

  /** Lanes of a warp have let the launch behind their own start. */
  public void releasesDependents(Warp warp) {
    Cta cta = warp.owner();
    if (!cta.released) {
      cta.released = true;
      host.released(cta);
    }
  }

  /** Whether a launch before that of a warp is not complete, or what it wrote not visible here. */
  public boolean awaitsPredecessors(Warp warp) {
    return host.awaitsPredecessors(warp.grid());
  }

  /** The launches before one are complete: its warps that have waited for that go on. */
  public void predecessorsComplete(Grid grid) {
    for (Warp warp : residents()) {
      if (warp.waiting() == Wait.GRIDS && warp.grid().number() == grid.number()) {
        resume(warp, 0);
      }
    }
  }

  /** Lanes of a warp have ended. */
  public void exited(Warp warp, long lanes) {
    progressed();
    Cta cta = warp.owner();
    cta.liveThreads -= Long.bitCount(lanes);
    barriers.of(cta).exited(this, host.now());
    if (exits != null) {
      exits.exited(warp, lanes);
    }
  }

  @Override
  public void complete(
      Cta cta,
      Warp[] arrivedWarps,
      long[] lanes,
      BarrierSet.@Nullable Waiter[] waiters,
      int count) {
    LaunchObserver watcher = observer;
    if (watcher != null) {
      int[] pcs = new int[count];
      for (int i = 0; i < count; i++) {
        BarrierSet.Waiter waiter = waiters[i];
        pcs[i] = waiter == null ? -1 : waiter.pc();
      }
      watcher.barrier(index, cta, arrivedWarps, lanes, pcs, count);
    }
  }

  /** Lanes of a warp that waited at a barrier may go on. */
  @Override
  public void released(Warp warp, long lanes) {
    warp.schedule.unblock(lanes);
    if (warp.waiting() == Wait.BARRIER) {
      warp.rest(host.now() + config.barrierLatency(), Stall.BARRIER);
      resume(warp, 0);
    }
  }

  /** Lanes have issued an instruction that they did not execute: they will again. */
  public void notExecuted(long lanes, boolean allLanes) {
    counters.warpInstructions -= allLanes ? 1 : 0;
    counters.threadInstructions -= Long.bitCount(lanes);
  }

  // ---- faults ----

  public KernelFault fault(Op op, Warp warp, int lane, String description) {
    return FaultTexts.fault(warp.grid(), op, warp, lane, description);
  }

  /**
   * A fault of a thread that may have exited.
   *
   * @param thread text of the thread
   */
  public KernelFault fault(Grid grid, Op op, String thread, String description) {
    return FaultTexts.fault(grid, op, thread, description);
  }

  public KernelFault trap(Op op, Warp warp, int lane, String description) {
    return FaultTexts.trap(warp.grid(), op, warp, lane, description);
  }

  public KernelFault misaligned(Op op, Warp warp, int lane, long address, int bytes, String space) {
    String name =
        space.equals("local")
            ? ""
            : FaultTexts.name(warp.grid(), op, space.equals("shared"), address, bytes);
    return fault(op, warp, lane, FaultTexts.misaligned(address, bytes, space) + name);
  }

  /** A CTA moves in; its warps may issue from the cycle {@code startCycle} on. */
  public void start(Cta cta, long startCycle) {
    Grid launched = cta.grid();
    int threads = launched.threads();
    cta.liveThreads = threads;
    cta.liveWarps = cta.warps.length;
    barriers.begin(cta);
    occupants[cta.slot] = cta;
    local.clear(cta.sharedBase, launched.sharedStride());
    issuer.arrived(cta);
    for (int i = 0; i < cta.warps.length; i++) {
      Warp warp = cta.warps[i];
      int remainingThreads = threads - i * warp.width;
      warp.reserve(launched.kernel());
      warp.start(
          cta, i, remainingThreads >= warp.width ? warp.fullMask : (1L << remainingThreads) - 1);
      warp.since(host.now());
      issuer.begin(warp, startCycle);
    }
    if (observer != null) {
      observer.started(index, cta);
    }
  }

  // ---- call-backs of the memory side ----

  @Override
  public void completed(WarpAccess access, long readyAt) {
    if (access.token instanceof AccessCompletion completion) {
      try {
        completion.completed(this, warps[access.warp], access, readyAt);
      } catch (KernelFault fault) {
        host.fail(fault);
      }
    } else if (access.token instanceof CopyEngine.Completion completion) {
      completion.completed(access);
    }
  }

  @Override
  public void mayIssue(int slot) {
    if (slot >= warps.length) { // the copy engine's, which asks by itself
      return;
    }
    try {
      recheck(warps[slot]);
    } catch (KernelFault fault) {
      host.fail(fault);
    }
  }

  @Override
  public void kernelEnded() {
    host.kernelEnded();
  }

  /** A value has come: the warp may have waited for it. */
  public void delivered(Warp warp) {
    if (warp.waiting() == Wait.VALUE) {
      resume(warp, 0);
    }
  }

  /** Something about the warp's memory accesses has changed for which it may wait. */
  public void recheck(Warp warp) {
    if (warp.accesses.isFenceDue() && peers != null) {
      peers.retry(warp);
    }
    switch (warp.waiting()) {
      case LOAD_STORE_UNIT -> resume(warp, 0);
      case SYNCHRONISATION -> {
        if (!warp.accesses.synchronising()) {
          resume(warp, 0);
        }
      }
      case QUIET -> {
        if (idle(warp)) {
          resume(warp, 0);
        }
      }
      case LINGERING -> {
        if (done(warp)) {
          retire(warp);
        }
      }
      case SYSTEM -> issuer.retry(warp, Pipe.RUNTIME);
      case NONE, VALUE, BARRIER, COPIES, GRIDS, TRANSACTION, ABSENT -> {}
    }
  }

  /** Logs from now on how its schedule differs from the machine's own. */
  public void logPerturbations() {
    issuer.logPerturbations();
  }

  /** What it has logged. */
  public List<PerturbationLog.Entry> perturbations() {
    return issuer.perturbations();
  }

  // ---- for reports ----

  /** Where every resident warp stands, by slot. */
  public List<WarpStatus> status() {
    List<WarpStatus> status = new ArrayList<>();
    for (Warp warp : residents()) {
      Cta cta = warp.owner();
      status.add(
          WarpStatus.of(
              index,
              warp.grid(),
              cta,
              warp,
              barriers.of(cta),
              barriers.ofCluster(cta.slot),
              local));
    }
    return status;
  }

  /** Warps since the machine was made, by {@link LaneSchedule#warpsOutOfStep}. */
  public long warpsOutOfStep() {
    long sum = 0;
    for (Warp warp : warps) {
      sum += warp == null ? 0 : warp.schedule.warpsOutOfStep();
    }
    return sum;
  }

  /** What the warps that are here are known to have written. */
  public List<WarpTraces> traces() {
    List<WarpTraces> traces = new ArrayList<>();
    for (Warp warp : residents()) {
      traces.add(WarpTraces.of(index, warp.grid(), warp.owner(), warp));
    }
    return traces;
  }

  /** The same of those that have left lately, the latest first. */
  public List<WarpTraces> departed() {
    return departed.traces(index);
  }
}
