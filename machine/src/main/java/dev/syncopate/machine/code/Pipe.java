package dev.syncopate.machine.code;

/**
 * The pipes of a compute unit. Each has an execution unit, which executes the instructions that are
 * decoded for the pipe.
 */
public enum Pipe {
  /** Each SIMD unit has one of these. */
  INTEGER,
  FLOAT,
  DOUBLE,
  SPECIAL,
  /** All SIMD units share one of these. */
  MEMORY,
  SHARED,
  /** Branches, barriers and the like: these hold the issue slot, but never a pipe. */
  CONTROL,
  /** Functions of the runtime: likewise. */
  RUNTIME;

  /** How many there are. */
  public static final int COUNT = values().length;

  /** Its place in masks and arrays. */
  public final int number = ordinal();

  /** Whether each SIMD unit has its own. */
  boolean perSimd() {
    return number < MEMORY.number;
  }

  /** Whether an instruction can hold it for longer than the cycle in which it issues. */
  boolean canBeHeld() {
    return number < CONTROL.number;
  }
}
