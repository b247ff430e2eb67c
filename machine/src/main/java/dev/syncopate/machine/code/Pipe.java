package dev.syncopate.machine.code;

/**
 * The pipes of a compute unit. Each has an execution unit, which executes the instructions that are
 * decoded for the pipe.
 */
@SuppressWarnings("EnumOrdinal") // the place in this list indexes masks and arrays
public enum Pipe {
  /** Each SIMD unit has one of these. */
  INTEGER,
  FLOAT,
  DOUBLE,
  SPECIAL,
  TENSOR,
  /** All SIMD units share one of these. */
  MEMORY,
  SHARED,
  /** Branches, barriers and the like: these hold the issue slot, but never a pipe. */
  CONTROL,
  /** Transactions begin and commit: likewise. */
  TRANSACTION,
  /** Functions of the runtime: likewise. */
  RUNTIME;

  /** How many there are. */
  public static final int COUNT = values().length;

  /** Numbers below this one are of pipes that each SIMD unit has. */
  public static final int SIMD = MEMORY.ordinal();

  /** Numbers below this one are of pipes that can be held beyond the cycle of issue. */
  public static final int HELD = CONTROL.ordinal();

  /** Its place in masks and arrays. */
  public final int number = ordinal();
}
