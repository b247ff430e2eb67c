package dev.syncopate.machine.code;

import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.OperandMap;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** The registers that an instruction reads and writes. */
public final class RegisterUse implements OperandMap {
  /** Value operands that it reads, constants included. */
  public final List<Integer> reads = new ArrayList<>();

  /** Predicate registers that it reads, its guard included. */
  public final List<Integer> predicateReads = new ArrayList<>();

  /** Value registers that it writes. */
  public final BitSet values = new BitSet();

  /** Predicate registers that it writes. */
  public final BitSet predicates = new BitSet();

  private RegisterUse() {}

  /** Those of one instruction. */
  public static RegisterUse of(Instruction instruction) {
    RegisterUse registers = new RegisterUse();
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
    predicateReads.add(predicate);
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
