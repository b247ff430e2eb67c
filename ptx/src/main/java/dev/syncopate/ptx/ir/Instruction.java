package dev.syncopate.ptx.ir;

/**
 * A decoded instruction. Value operands are codes as in {@link Operand}; predicate operands are
 * numbers of predicate registers, {@link Guard#NO_PREDICATE} when absent. Branch targets are
 * indices into {@link Program#code()}.
 */
public sealed interface Instruction
    permits Arithmetic, ControlInstruction, MemoryInstruction, WarpInstruction {
  /** The lanes that act are the active ones for which this holds. */
  Guard guard();

  /** Where it stands in the PTX text. */
  Position position();

  /** The same instruction with every operand replaced by what the map says for it. */
  Instruction map(OperandMap map);
}
