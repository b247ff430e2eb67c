package dev.syncopate.machine.diagnose;

import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.OperandMap;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** What an instruction reads and writes. */
final class Registers implements OperandMap {
  /** Value operands that it reads, constants included. */
  final List<Integer> reads = new ArrayList<>();

  /** Value registers that it writes. */
  final BitSet values = new BitSet();

  /** Predicate registers that it writes. */
  final BitSet predicates = new BitSet();

  static Registers of(Instruction instruction) {
    Registers registers = new Registers();
    Instruction _ = instruction.map(registers);
    return registers;
  }

  @Override
  public int read(int code) {
    reads.add(code);
    return code;
  }

  @Override
  public int write(int register) {
    values.set(register);
    return register;
  }

  @Override
  public int readPredicate(int predicate) {
    return predicate;
  }

  @Override
  public int writePredicate(int predicate) {
    predicates.set(predicate);
    return predicate;
  }

  @Override
  public int target(int index) {
    return index;
  }
}
