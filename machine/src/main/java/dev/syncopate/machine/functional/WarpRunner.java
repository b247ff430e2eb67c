package dev.syncopate.machine.functional;

import dev.syncopate.machine.code.HotKernel;
import dev.syncopate.machine.code.Op;
import dev.syncopate.machine.code.Pipe;
import dev.syncopate.machine.core.ComputeUnit;
import dev.syncopate.machine.core.CoreOp;
import dev.syncopate.machine.core.Issuer;
import dev.syncopate.machine.divergence.LaneSchedule;
import dev.syncopate.machine.fusion.FusedKernel;
import dev.syncopate.machine.fusion.FusedKernels;
import dev.syncopate.machine.fusion.FusedStretch;
import dev.syncopate.machine.fusion.LaneFrame;
import dev.syncopate.machine.observer.LaunchObserver;
import dev.syncopate.machine.unit.lane.LaneOp;
import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Stall;
import dev.syncopate.machine.warp.Wait;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.functional.PagedMemory;
import org.jspecify.annotations.Nullable;

/**
 * Issuer without time: runs a warp until it waits or ends, gives its turn away, or has had its
 * quantum. Instructions on registers alone run in stretches in which the warp's active lanes stay
 * the same.
 */
final class WarpRunner extends Issuer {
  /** Instructions of a turn. */
  private static final int QUANTUM = 1024;

  /** Times that a warp goes round loops that may spin, in one turn. */
  private static final int SPINS = 16;

  private static final @Nullable FusedStretch[] NO_STRETCHES = {};

  /** How a warp's turn has ended. */
  enum Turn {
    /** It waits or has ended. */
    STOPPED,
    /** It polls, sleeps, or backs off. */
    YIELDED,
    /** It has issued as many instructions as a turn has. */
    FULL
  }

  private final InstructionClock clock;

  /** Number of the kernel; 0 before the first one. */
  private int kernel;

  private Op[] code = {};

  /** Instructions on registers alone, at their places; null elsewhere. */
  private @Nullable LaneOp[] laneOps = {};

  /** For each instruction: the first from there on that is not on registers alone. */
  private int[] straightEnd = {};

  private final PagedMemory memory;
  private final FusedKernels fusedKernels;
  private @Nullable FusedKernel fused;
  private boolean accessesOneByOne;
  private @Nullable LaneFrame frame;
  private @Nullable Warp running;

  /**
   * @param memory of the device
   * @param fusedKernels code of kernels of the device
   */
  WarpRunner(InstructionClock clock, PagedMemory memory, FusedKernels fusedKernels) {
    this.clock = clock;
    this.memory = memory;
    this.fusedKernels = fusedKernels;
  }

  @Override
  protected void load(HotKernel launched) {
    super.load(launched);
    if (kernel == launched.number) {
      return;
    }
    kernel = launched.number;
    code = launched.code;
    laneOps = new @Nullable LaneOp[code.length];
    straightEnd = new int[code.length];
    for (int pc = code.length - 1; pc >= 0; pc--) {
      boolean straight = code[pc] instanceof LaneOp;
      laneOps[pc] = code[pc] instanceof LaneOp op ? op : null;
      straightEnd[pc] = !straight ? pc : pc + 1 < code.length ? straightEnd[pc + 1] : pc + 1;
    }
  }

  /**
   * Prepares for a launch, after its kernel has been loaded.
   *
   * @param strict whether accesses are checked one by one
   */
  void begin(HotKernel launched, boolean strict) {
    fused = strict ? null : fusedKernels.of(launched);
    accessesOneByOne = false;
  }

  /** From now on memory accesses go to their execution unit. */
  void accessOneByOne() {
    accessesOneByOne = true;
  }

  /**
   * Runs a warp that waits for nothing.
   *
   * @param watched whether each instruction goes to its execution unit and is told to the observer
   */
  Turn run(ComputeUnit unit, Warp warp, boolean watched) {
    running = warp;
    long start = clock.now;
    FusedKernel code = fused;
    Turn turn = watched ? runWatched(unit, warp) : runPlain(unit, warp, code);
    if (code != null) {
      code.ran(clock.now - start);
    }
    running = null;
    return turn == Turn.STOPPED ? stopped(unit, warp) : turn;
  }

  /** The warp has nothing to issue: what it waits for, or its end. */
  private static Turn stopped(ComputeUnit unit, Warp warp) {
    if (warp.waiting() == Wait.NONE && warp.schedule.active() == 0) {
      if (warp.schedule.finished()) {
        unit.finish(warp);
      } else {
        warp.await(Wait.BARRIER, Stall.BARRIER);
      }
    }
    return Turn.STOPPED;
  }

  private Turn runPlain(ComputeUnit unit, Warp warp, @Nullable FusedKernel fusedCode) {
    LaneSchedule schedule = warp.schedule;
    @Nullable FusedStretch[] stretches = fusedCode == null ? NO_STRETCHES : fusedCode.stretches();
    long[] predicates = warp.predicates();
    long now = clock.now;
    long start = now;
    long end = now + QUANTUM;
    long threads = 0;
    int spins = SPINS;
    Turn turn = Turn.FULL;
    while (now < end) {
      int pc = schedule.pc();
      long active = schedule.active();
      FusedStretch stretch = stretches.length == 0 ? null : stretches[pc];
      if (stretch != null && mayRun(stretch, warp)) {
        clock.now = now;
        threads += runFused(stretch, unit, warp, active);
        now += stretch.end - pc;
        if (schedule.active() == 0) {
          turn = Turn.STOPPED;
          break;
        }
        continue;
      }
      int straight = schedule.straightUntil(straightEnd[pc]);
      if (straight > pc) {
        threads += compute(warp, pc, straight, active);
        now += straight - pc;
        schedule.goStraight(straight);
        if (schedule.active() == 0) {
          turn = Turn.STOPPED;
          break;
        }
        continue;
      }
      Op op = code[pc];
      long lanes = op.guard < 0 ? active : active & holding(op, predicates);
      clock.now = now;
      boolean issued =
          op instanceof CoreOp core
              ? core.issue(unit, warp, lanes, now)
              : units[op.pipe].issue(op, warp, lanes, now);
      if (!issued) {
        turn = Turn.STOPPED;
        break;
      }
      now++;
      threads += Long.bitCount(lanes);
      if (schedule.active() == 0 || warp.waiting() != Wait.NONE) {
        turn = Turn.STOPPED;
        break;
      }
      if ((op.maySpin && --spins == 0) || rests(warp)) {
        turn = Turn.YIELDED;
        break;
      }
    }
    clock.now = now;
    unit.counters.warpInstructions += now - start;
    unit.counters.threadInstructions += threads;
    return turn;
  }

  /** Whether a stretch runs without waiting, and no report needs its accesses one by one. */
  private boolean mayRun(FusedStretch stretch, Warp warp) {
    return warp.schedule.straightUntil(stretch.end) == stretch.end
        && !(stretch.accesses && accessesOneByOne)
        && (!stretch.accesses
            || !(warp.accesses.synchronising() || warp.accesses.synchronisesWithPeers()))
        && (!stretch.writes || warp.needs.heldWords.isEmpty());
  }

  /** Executes a stretch. Returns how many lanes have executed one of its instructions, summed. */
  private long runFused(FusedStretch stretch, ComputeUnit unit, Warp warp, long active) {
    LaneFrame laneFrame = frame;
    if (laneFrame == null) {
      laneFrame = new LaneFrame(unit, memory);
      frame = laneFrame;
    }
    laneFrame.bind(warp);
    long refused = stretch.run(laneFrame, active);
    if (refused == 0) {
      warp.schedule.goStraight(stretch.end);
    } else {
      oneByOne(warp, stretch.end, refused);
    }
    return (long) stretch.unguarded * Long.bitCount(active) + laneFrame.guardedThreads;
  }

  /**
   * Executes a stretch for lanes that fused code has refused: one of them accesses what it may not,
   * which the execution unit reports.
   */
  private void oneByOne(Warp warp, int end, long refused) {
    while (warp.schedule.pc() != end) {
      Op op = code[warp.schedule.pc()];
      long lanes = op.guard < 0 ? refused : refused & holding(op, warp.predicates());
      if (!units[op.pipe].issue(op, warp, lanes, clock.now)) {
        throw new IllegalStateException(op.position + " waits within a stretch");
      }
    }
  }

  private static long holding(Op op, long[] predicates) {
    long predicate = predicates[op.guard];
    return op.guardNegated ? ~predicate : predicate;
  }

  /** Executes instructions on registers. Returns how many lanes have executed one, summed. */
  private long compute(Warp warp, int startPc, int endPc, long active) {
    long[] predicates = warp.predicates();
    boolean full = active == warp.fullMask;
    long threads = 0;
    int activeCount = Long.bitCount(active);
    for (int pc = startPc; pc < endPc; pc++) {
      LaneOp op = laneOps[pc];
      if (op == null) {
        throw new IllegalStateException(code[pc].position + " is not on registers alone");
      }
      if (op.guard < 0) {
        op.compute(warp, active, full);
        threads += activeCount;
      } else {
        long lanes = active & holding(op, predicates);
        if (lanes != 0) {
          op.compute(warp, lanes, lanes == warp.fullMask);
          threads += Long.bitCount(lanes);
        }
      }
    }
    return threads;
  }

  private Turn runWatched(ComputeUnit unit, Warp warp) {
    LaneSchedule schedule = warp.schedule;
    LaunchObserver observer = unit.observer;
    long end = clock.now + QUANTUM;
    int spins = SPINS;
    while (clock.now < end) {
      int pc = schedule.pc();
      Op op = code[pc];
      long lanes = schedule.active();
      lanes &= op.guard < 0 ? -1L : holding(op, warp.predicates());
      long warpsBefore = unit.counters.warpInstructions;
      long threadsBefore = unit.counters.threadInstructions;
      if (!units[op.pipe].issue(op, warp, lanes, clock.now)) {
        return Turn.STOPPED;
      }
      clock.now++;
      unit.counters.warpInstructions++;
      unit.counters.threadInstructions += Long.bitCount(lanes);
      if (observer != null) {
        observer.executed(
            unit.index,
            warp,
            pc,
            (int) (unit.counters.warpInstructions - warpsBefore),
            (int) (unit.counters.threadInstructions - threadsBefore));
      }
      if (schedule.active() == 0 || warp.waiting() != Wait.NONE) {
        return Turn.STOPPED;
      }
      if ((op.maySpin && --spins == 0) || rests(warp)) {
        return Turn.YIELDED;
      }
    }
    return Turn.FULL;
  }

  /** Whether the warp sleeps or backs off; a rest for another reason has no effect. */
  private static boolean rests(Warp warp) {
    if (warp.restsUntil() == 0) {
      return false;
    }
    boolean yields = warp.restsFor() == Stall.SLEEP || warp.restsFor() == Stall.TRANSACTION;
    warp.rest(0, Stall.SLEEP);
    return yields;
  }

  // ---- for execution units ----

  @Override
  protected void begin(Warp warp, long startCycle) {
    // It waits for nothing, and so takes its turn.
  }

  @Override
  protected void departed(Cta cta) {
    // Turns do not depend on age.
  }

  @Override
  protected boolean refuse(Warp warp, Wait wait, Stall stall) {
    park(warp, wait, stall);
    return false;
  }

  @Override
  protected void resume(Warp warp, long earliestCycle) {
    warp.arrived();
    if (warp != running) {
      warp.rest(0, Stall.SLEEP);
    }
  }

  @Override
  protected void hold(Pipe pipe, long endCycle) {
    // Pipes are free.
  }

  @Override
  protected long queue(Pipe pipe, long now, int cycles) {
    return now;
  }

  @Override
  protected long tick(long now) {
    throw new IllegalStateException("the functional tier has no cycles");
  }

  @Override
  protected boolean ticked(long now) {
    throw new IllegalStateException("the functional tier has no cycles");
  }
}
