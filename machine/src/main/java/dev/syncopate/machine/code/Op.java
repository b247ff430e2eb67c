package dev.syncopate.machine.code;

import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.ptx.ir.Guard;
import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.Position;
import org.jspecify.annotations.Nullable;

/**
 * An instruction in hot form. One object serves every warp of every compute unit: it holds nothing
 * that changes once the kernel is decoded. What it does is between a subclass and the execution
 * unit of its {@link Pipe}.
 *
 * <p>Value operands are scaled by the warp width. A non-negative operand is the index of the
 * register's first lane in the warp's registers. A negative one is the complement of the index of
 * the constant's first lane in the kernel's constants.
 */
public abstract class Op {
  public final Position position;

  /** Predicate register, or -1. */
  public final int guard;

  public final boolean guardNegated;

  /** Scoreboard entries that must be ready: everything read and everything written. */
  public int[] waits = NOTHING;

  /** Scoreboard entries written. */
  public int[] writes = NOTHING;

  /** Cycles from issue until a dependent instruction may issue. */
  public int latency = 1;

  /** Number of the {@link Pipe} whose execution unit executes it. */
  public int pipe = Pipe.CONTROL.number;

  /** Cycles for which it occupies its pipe. */
  public int interval = 1;

  /** Whether it is a branch that closes a loop in which a warp may wait for another thread. */
  public boolean maySpin;

  private static final int[] NOTHING = new int[0];

  protected Op(Instruction instruction) {
    Guard instructionGuard = instruction.guard();
    this.position = instruction.position();
    this.guard = instructionGuard.always() ? -1 : instructionGuard.predicate();
    this.guardNegated = instructionGuard.negated();
  }

  /** What it asks the memory system for; null for nothing. */
  public @Nullable MemoryOperation asks() {
    return null;
  }

  /**
   * Bytes of an element of what it accesses, which counts indices in reports.
   *
   * @param bytes of the access as a whole
   */
  public int elementBytes(int bytes) {
    return bytes;
  }
}
