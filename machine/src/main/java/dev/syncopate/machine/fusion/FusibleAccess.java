package dev.syncopate.machine.fusion;

import dev.syncopate.machine.core.ComputeUnit;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.ptx.ir.StateSpace;

/** Weak load or store that can emit the work of one lane as bytecode. */
public interface FusibleAccess extends FusibleOp {
  /** Memory that it accesses: global or shared. */
  StateSpace space();

  /** Whether it writes. */
  boolean writes();

  /** Operand of the address, as in {@link dev.syncopate.machine.code.Op}. */
  int base();

  /** Bytes from there. */
  long offset();

  /** Bytes that a lane accesses, aligned by their number: a power of two. */
  int bytes();

  @Override
  default boolean differsByLane() {
    return true;
  }

  /**
   * Counts and notes an access that has been performed.
   *
   * @param lanes that performed it, at least one
   * @param address of the first of them
   */
  void performed(ComputeUnit unit, Warp warp, long lanes, long address);
}
