package dev.syncopate.ptx.ir;

import dev.syncopate.ptx.alu.LaneFunction;
import dev.syncopate.ptx.alu.LanePredicate;

/** Instructions whose result in a lane depends on nothing but registers of that lane. */
public sealed interface Arithmetic extends Instruction {
  /**
   * {@code destination = function(a, b, c)}; operands the function does not take are 0 and mean
   * nothing.
   */
  record Compute(
      Guard guard, Position position, LaneFunction function, int destination, int a, int b, int c)
      implements Arithmetic {
    @Override
    public Compute map(OperandMap map) {
      int arity = function.arity();
      return new Compute(
          map.guard(guard),
          position,
          function,
          map.write(destination),
          arity > 0 ? map.read(a) : 0,
          arity > 1 ? map.read(b) : 0,
          arity > 2 ? map.read(c) : 0);
    }
  }

  /**
   * Add, subtract or multiply-add with the carry flag, which is a predicate register: {@code
   * addc.cc}, {@code madc.hi.cc}, … The carry registers are -1 where the flag is not read or not
   * written; c means something for the multiply-adds only. After a subtraction the flag is the
   * borrow.
   */
  record ComputeCarry(
      Guard guard,
      Position position,
      CarryOperation operation,
      ScalarType type,
      int destination,
      int a,
      int b,
      int c,
      int carryIn,
      int carryOut)
      implements Arithmetic {
    @Override
    public ComputeCarry map(OperandMap map) {
      boolean multiplies = operation == CarryOperation.MAD_LO || operation == CarryOperation.MAD_HI;
      return new ComputeCarry(
          map.guard(guard),
          position,
          operation,
          type,
          map.write(destination),
          map.read(a),
          map.read(b),
          multiplies ? map.read(c) : 0,
          map.readPredicateIfGiven(carryIn),
          map.writePredicateIfGiven(carryOut));
    }
  }

  /** Operation of {@link ComputeCarry}. */
  enum CarryOperation {
    ADD,
    SUB,
    MAD_LO,
    MAD_HI
  }

  /** {@code setp}: p = compare(a, b) [combine c]; q = !compare(a, b) [combine c], q optional. */
  record SetPredicate(
      Guard guard,
      Position position,
      LanePredicate compare,
      int a,
      int b,
      int p,
      int q,
      PredicateOperation combine,
      int combineWith,
      boolean combineNegated)
      implements Arithmetic {
    @Override
    public SetPredicate map(OperandMap map) {
      return new SetPredicate(
          map.guard(guard),
          position,
          compare,
          map.read(a),
          map.read(b),
          map.writePredicateIfGiven(p),
          map.writePredicateIfGiven(q),
          combine,
          map.readPredicateIfGiven(combineWith),
          combineNegated);
    }
  }

  /** {@code set}: destination gets {@code whenTrue} (all ones, or 1.0) or 0 from a comparison. */
  record SetValue(
      Guard guard,
      Position position,
      LanePredicate compare,
      int destination,
      long whenTrue,
      int a,
      int b,
      PredicateOperation combine,
      int combineWith,
      boolean combineNegated)
      implements Arithmetic {
    @Override
    public SetValue map(OperandMap map) {
      return new SetValue(
          map.guard(guard),
          position,
          compare,
          map.write(destination),
          whenTrue,
          map.read(a),
          map.read(b),
          combine,
          map.readPredicateIfGiven(combineWith),
          combineNegated);
    }
  }

  /**
   * {@code p = a operation b} on predicates; {@code MOVE} and {@code NOT} take a only, {@code
   * TRUE}/{@code FALSE} none. A p of -1: nowhere.
   */
  record PredicateLogic(
      Guard guard, Position position, PredicateOperation operation, int p, int a, int b)
      implements Arithmetic {
    /** An instruction that takes its time and does nothing. */
    public static PredicateLogic nothing(Position position) {
      return new PredicateLogic(Guard.NONE, position, PredicateOperation.TRUE, -1, -1, -1);
    }

    @Override
    public PredicateLogic map(OperandMap map) {
      return new PredicateLogic(
          map.guard(guard),
          position,
          operation,
          map.writePredicateIfGiven(p),
          map.readPredicateIfGiven(a),
          map.readPredicateIfGiven(b));
    }
  }

  /** An operation on predicates. */
  enum PredicateOperation {
    NONE,
    AND,
    OR,
    XOR,
    MOVE,
    NOT,
    TRUE,
    FALSE
  }

  /** {@code selp}: destination = predicate ? a : b. */
  record Select(Guard guard, Position position, int destination, int a, int b, int predicate)
      implements Arithmetic {
    @Override
    public Select map(OperandMap map) {
      return new Select(
          map.guard(guard),
          position,
          map.write(destination),
          map.read(a),
          map.read(b),
          map.readPredicate(predicate));
    }
  }

  /** Reads a special register. */
  record ReadSpecial(Guard guard, Position position, SpecialRegister register, int destination)
      implements Arithmetic {
    @Override
    public ReadSpecial map(OperandMap map) {
      return new ReadSpecial(map.guard(guard), position, register, map.write(destination));
    }
  }

  /**
   * Takes bytes of the lane's stack, which lies in its local memory and grows upwards: {@code
   * destination} (-1: nowhere) gets the stack pointer rounded up to the alignment, and the pointer
   * moves behind the bytes, to a multiple of {@link #STACK_ALIGNMENT}. A stack that is full is a
   * fault.
   *
   * @param pointer register of the stack pointer, read and written
   * @param bytes operand code
   * @param alignment a power of two
   */
  record ReserveStack(
      Guard guard, Position position, int pointer, int bytes, int alignment, int destination)
      implements Arithmetic {
    @Override
    public ReserveStack map(OperandMap map) {
      map.read(pointer);
      return new ReserveStack(
          map.guard(guard),
          position,
          map.write(pointer),
          map.read(bytes),
          alignment,
          map.writeIfGiven(destination));
    }
  }

  /** Stack pointers are multiples of it. */
  int STACK_ALIGNMENT = 16;

  /**
   * {@code cvta}: between a 64-bit address in the window of {@code space} and a generic one. Never
   * of {@link StateSpace#GLOBAL}, whose addresses are generic ones as they are.
   */
  record ConvertAddress(
      Guard guard, Position position, StateSpace space, boolean toGeneric, int destination, int a)
      implements Arithmetic {
    @Override
    public ConvertAddress map(OperandMap map) {
      return new ConvertAddress(
          map.guard(guard), position, space, toGeneric, map.write(destination), map.read(a));
    }
  }

  /**
   * {@code mapa}: the address in {@code .shared::cluster}, or with {@code generic} the generic one,
   * at which a CTA of the cluster has what is at address a in the own CTA.
   *
   * @param rank operand code of the CTA's rank in the cluster
   */
  record MapAddress(
      Guard guard, Position position, boolean generic, int destination, int a, int rank)
      implements Arithmetic {
    @Override
    public MapAddress map(OperandMap map) {
      return new MapAddress(
          map.guard(guard), position, generic, map.write(destination), map.read(a), map.read(rank));
    }
  }

  /** {@code getctarank}: the rank in the cluster of the CTA to whose shared memory a points. */
  record AddressRank(Guard guard, Position position, int destination, int a) implements Arithmetic {
    @Override
    public AddressRank map(OperandMap map) {
      return new AddressRank(map.guard(guard), position, map.write(destination), map.read(a));
    }
  }

  /** {@code isspacep}: p = the generic address a lies in the window of {@code space}. */
  record TestSpace(Guard guard, Position position, StateSpace space, int p, int a)
      implements Arithmetic {
    @Override
    public TestSpace map(OperandMap map) {
      return new TestSpace(map.guard(guard), position, space, map.writePredicate(p), map.read(a));
    }
  }
}
