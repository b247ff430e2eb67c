package dev.syncopate.ptx.analysis;

import dev.syncopate.ptx.alu.LaneFunction;
import dev.syncopate.ptx.alu.LanePredicate;
import dev.syncopate.ptx.ir.Address;
import dev.syncopate.ptx.ir.Arithmetic.Compute;
import dev.syncopate.ptx.ir.Arithmetic.PredicateOperation;
import dev.syncopate.ptx.ir.Arithmetic.SetPredicate;
import dev.syncopate.ptx.ir.AtomicOperation;
import dev.syncopate.ptx.ir.ControlInstruction.Branch;
import dev.syncopate.ptx.ir.ControlInstruction.Exit;
import dev.syncopate.ptx.ir.ControlInstruction.SystemCall;
import dev.syncopate.ptx.ir.ControlInstruction.SystemFunction;
import dev.syncopate.ptx.ir.Guard;
import dev.syncopate.ptx.ir.MemoryInstruction.Atomic;
import dev.syncopate.ptx.ir.MemoryInstruction.CacheOperator;
import dev.syncopate.ptx.ir.MemoryInstruction.Load;
import dev.syncopate.ptx.ir.MemoryOrder;
import dev.syncopate.ptx.ir.MemoryScope;
import dev.syncopate.ptx.ir.Position;
import dev.syncopate.ptx.ir.ScalarType;
import dev.syncopate.ptx.ir.StateSpace;
import java.util.List;

/** Instructions for small programs written by hand. */
final class Code {
  static final Position HERE = new Position("test.ptx", 1, 1);

  static final LaneFunction MIX =
      new LaneFunction("mix", 2, LaneFunction.Cost.INTEGER) {
        @Override
        public long apply(long a, long b, long c) {
          return a * 31 + b + 7;
        }
      };

  static final LanePredicate ODD =
      new LanePredicate("odd", LaneFunction.Cost.INTEGER) {
        @Override
        public boolean test(long a, long b) {
          return ((a ^ b) & 1) == 1;
        }
      };

  private Code() {}

  static Guard when(int predicate) {
    return new Guard(predicate, false);
  }

  static Compute mix(Guard guard, int destination, int a, int b) {
    return new Compute(guard, HERE, MIX, destination, a, b, 0);
  }

  static SetPredicate odd(Guard guard, int p, int a, int b) {
    return new SetPredicate(guard, HERE, ODD, a, b, p, -1, PredicateOperation.NONE, -1, false);
  }

  static Branch branch(Guard guard, int target) {
    return new Branch(guard, HERE, target, false, -1);
  }

  static Exit exit() {
    return new Exit(Guard.NONE, HERE);
  }

  /** Shows the values of registers to the outside. */
  static SystemCall show(int... registers) {
    return new SystemCall(
        Guard.NONE,
        HERE,
        SystemFunction.FREE,
        java.util.Arrays.stream(registers).boxed().toList(),
        -1);
  }

  static Load load(int destination, int address, MemoryOrder order) {
    return new Load(
        Guard.NONE,
        HERE,
        StateSpace.GLOBAL,
        order,
        MemoryScope.GPU,
        false,
        false,
        false,
        CacheOperator.NONE,
        ScalarType.U32,
        new Address(address, 0),
        List.of(destination),
        32);
  }

  static Atomic add(int destination, int address, int value) {
    return new Atomic(
        Guard.NONE,
        HERE,
        StateSpace.GLOBAL,
        MemoryOrder.RELAXED,
        MemoryScope.GPU,
        false,
        false,
        AtomicOperation.ADD,
        ScalarType.U32,
        new Address(address, 0),
        List.of(destination),
        List.of(value),
        List.of(),
        true,
        4);
  }
}
