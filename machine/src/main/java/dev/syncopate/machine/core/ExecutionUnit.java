package dev.syncopate.machine.core;

import dev.syncopate.machine.code.HotKernel;
import dev.syncopate.machine.code.Op;
import dev.syncopate.machine.code.Pipe;
import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Stall;
import dev.syncopate.machine.warp.Warp;

/**
 * Executes the instructions of one {@link Pipe}: arithmetic, control flow, memory. A compute unit
 * has one for each pipe; when it can issue and what its results wait for is the compute unit's
 * business.
 */
public abstract class ExecutionUnit {
  /** The pipe whose instructions it executes. */
  public final Pipe pipe;

  /** The compute unit that it is part of. */
  public final ComputeUnit unit;

  protected ExecutionUnit(ComputeUnit unit, Pipe pipe) {
    this.unit = unit;
    this.pipe = pipe;
  }

  /**
   * Executes an instruction for lanes of a warp, and moves the warp's program counter on.
   *
   * @param op decoded for this pipe
   * @param lanes active lanes whose guard holds; may be none
   * @return false when it cannot issue now; then nothing has happened but that the warp waits
   */
  public abstract boolean issue(Op op, Warp warp, long lanes, long now);

  /** A kernel is about to run. */
  public void load(HotKernel kernel) {
    // most keep nothing of one
  }

  /** A CTA of it has moved in; none of its warps has issued anything. */
  public void arrived(Cta cta) {
    // most keep nothing of one
  }

  /** What a warp has waited for that could issue but did not get the pipe. */
  public Stall contention() {
    return Stall.SIMD_BUSY;
  }

  /**
   * The load-store unit may have room for what this unit does for a warp that waits for it ({@link
   * dev.syncopate.machine.warp.Wait#SYSTEM}).
   */
  public void retry(Warp warp) {
    throw new IllegalStateException(pipe + " has no warp " + warp.slot + " wait for it");
  }
}
