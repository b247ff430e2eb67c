package dev.syncopate.ptx.ir;

import java.util.ArrayList;
import java.util.List;

/**
 * Callback of {@link Instruction#map} for each operand of the instruction. A map that answers with
 * other numbers renames registers; one that notes what it is asked learns what an instruction reads
 * and writes.
 */
public interface OperandMap {
  /** A value operand that is read: a register or a constant, as in {@link Operand}. */
  int read(int code);

  /** A value register that is written. */
  int write(int register);

  /** A predicate register that is read. */
  int readPredicate(int predicate);

  /** A predicate register that is written. */
  int writePredicate(int predicate);

  /** The index of an instruction that control may go to. */
  int target(int index);

  /** {@link #write} where there is a destination. */
  default int writeIfGiven(int register) {
    return register < 0 ? register : write(register);
  }

  /** {@link #readPredicate} where there is one. */
  default int readPredicateIfGiven(int predicate) {
    return predicate < 0 ? predicate : readPredicate(predicate);
  }

  /** {@link #writePredicate} where there is one. */
  default int writePredicateIfGiven(int predicate) {
    return predicate < 0 ? predicate : writePredicate(predicate);
  }

  /** The guard, which reads its predicate. */
  default Guard guard(Guard guard) {
    return guard.always() ? guard : new Guard(readPredicate(guard.predicate()), guard.negated());
  }

  /** The address, which reads its base. */
  default Address address(Address address) {
    return new Address(read(address.base()), address.offset());
  }

  /** Each of several operands that are read. */
  default List<Integer> reads(List<Integer> codes) {
    List<Integer> mapped = new ArrayList<>(codes.size());
    for (int code : codes) {
      mapped.add(read(code));
    }
    return List.copyOf(mapped);
  }

  /** Each of several registers that are written; -1 stands for none. */
  default List<Integer> writes(List<Integer> registers) {
    List<Integer> mapped = new ArrayList<>(registers.size());
    for (int register : registers) {
      mapped.add(writeIfGiven(register));
    }
    return List.copyOf(mapped);
  }

  /** Each of several targets. */
  default List<Integer> targets(List<Integer> indices) {
    List<Integer> mapped = new ArrayList<>(indices.size());
    for (int index : indices) {
      mapped.add(target(index));
    }
    return List.copyOf(mapped);
  }
}
