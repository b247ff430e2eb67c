package dev.syncopate.machine.core;

import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.ptx.ir.Guard;
import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.Position;
import org.jspecify.annotations.Nullable;

/**
 * An instruction in hot form. One object serves every warp of every compute unit: it holds nothing
 * that changes once the kernel is decoded.
 *
 * <p>Value operands are scaled by the warp width: zero or more is where the register's first lane
 * lies in {@link Warp#registers}, less than zero is the complement of where the constant's first
 * lane lies in the kernel's constants.
 */
abstract class Op {
  /** Pipes of a SIMD unit, and at the end the two that all of a compute unit's SIMD units share. */
  static final int INTEGER = 0;

  static final int FLOAT = 1;
  static final int DOUBLE = 2;
  static final int SPECIAL = 3;
  static final int CONTROL = 4;
  static final int MEMORY = 5;
  static final int SHARED = 6;
  static final int PIPES = 7;

  final Position position;

  /** Predicate register, or -1. */
  final int guard;

  final boolean guardNegated;

  /** Scoreboard entries that must be ready: everything read and everything written. */
  int[] waits = NOTHING;

  /** Scoreboard entries written. */
  int[] writes = NOTHING;

  /** Cycles from issue until a dependent instruction may issue. */
  int latency = 1;

  int pipe = CONTROL;

  /** Cycles for which it occupies its pipe. */
  int interval = 1;

  private static final int[] NOTHING = new int[0];

  Op(Instruction instruction) {
    Guard by = instruction.guard();
    this.position = instruction.position();
    this.guard = by.always() ? -1 : by.predicate();
    this.guardNegated = by.negated();
  }

  /** What it asks the memory system for; null for nothing. */
  @Nullable MemoryOperation asks() {
    return null;
  }

  /**
   * Executes.
   *
   * @param lanes active lanes whose guard holds; may be none
   * @return false when it cannot issue now; then nothing has happened but that the warp waits
   */
  abstract boolean issue(ComputeUnit unit, Warp warp, long lanes, long now);
}
