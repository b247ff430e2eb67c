package dev.syncopate.machine.core;

import dev.syncopate.machine.code.HotKernel;
import dev.syncopate.machine.code.Pipe;
import dev.syncopate.machine.divergence.LaneSchedule;
import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Stall;
import dev.syncopate.machine.warp.Wait;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.sim.perturb.PerturbationLog;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Which warp of a compute unit issues when. The timed machine issues by cycles ({@link
 * TimedIssuer}); the functional tier runs one warp after the other until it waits.
 *
 * <p>Execution units call it for warps that they make wait; see {@link ComputeUnit}.
 */
public abstract class Issuer {
  /** Units that execute instructions, by the number of their pipe. */
  protected final ExecutionUnit[] units = new ExecutionUnit[Pipe.COUNT];

  private List<ExecutionUnit> installed = List.of();

  /** Takes the execution units, one for each pipe. */
  final void install(List<ExecutionUnit> executionUnits) {
    installed = executionUnits;
    for (ExecutionUnit executionUnit : executionUnits) {
      units[executionUnit.pipe.number] = executionUnit;
    }
    for (Pipe pipe : Pipe.values()) {
      if (units[pipe.number] == null) {
        throw new IllegalStateException("no unit executes " + pipe);
      }
    }
  }

  /**
   * Puts something in front of each execution unit, in the place of what was there.
   *
   * @param front takes the unit and returns what is to be asked
   */
  final void intercept(UnaryOperator<ExecutionUnit> front) {
    for (ExecutionUnit executionUnit : installed) {
      units[executionUnit.pipe.number] = front.apply(executionUnit);
    }
  }

  /** Perturbs the order of a warp's lanes, if the machine does so. */
  protected void perturb(LaneSchedule schedule) {
    // most do not
  }

  /** Logs from now on how its schedule differs from the machine's own. */
  protected void logPerturbations() {
    // most have no schedule but the machine's own
  }

  /** What it has logged. */
  protected List<PerturbationLog.Entry> perturbations() {
    return List.of();
  }

  /** Prepares for a launch. */
  protected void load(HotKernel launched) {
    for (ExecutionUnit executionUnit : units) {
      executionUnit.load(launched);
    }
  }

  /** A CTA has come, the youngest from now on. */
  protected void arrived(Cta cta) {
    for (ExecutionUnit executionUnit : units) {
      executionUnit.arrived(cta);
    }
  }

  /** A CTA has gone. */
  protected abstract void departed(Cta cta);

  /** A warp has come, and may issue from a cycle on. */
  protected abstract void begin(Warp warp, long startCycle);

  /** Lets each SIMD unit issue one instruction. Returns the next cycle in which one can. */
  protected abstract long tick(long now);

  /** Whether that has been asked for in a cycle. */
  protected abstract boolean ticked(long now);

  /**
   * The warp cannot issue what it was picked for, and waits to be told.
   *
   * @return false, for the instruction to return
   */
  protected abstract boolean refuse(Warp warp, Wait wait, Stall stall);

  /**
   * What the warp waited for has come: it goes on from the cycle {@code earliestCycle} at the
   * earliest.
   */
  protected abstract void resume(Warp warp, long earliestCycle);

  /** An instruction holds a pipe that all SIMD units share. */
  protected abstract void hold(Pipe pipe, long endCycle);

  /** Something holds a pipe that all share once it is free; returns when it is done. */
  protected abstract long queue(Pipe pipe, long now, int cycles);

  /** The warp waits to be told, behind the instruction that it has just issued. */
  protected void park(Warp warp, Wait wait, Stall stall) {
    warp.await(wait, stall);
  }

  /** The load-store unit may have room for what a pipe's unit does for a warp. */
  final void retry(Warp warp, Pipe pipe) {
    units[pipe.number].retry(warp);
  }
}
