package dev.syncopate.ptx.ir;

import java.util.List;
import java.util.stream.Stream;

/** Instructions in which the lanes of a warp, or the warps of a CTA, take part together. */
public sealed interface WarpInstruction extends Instruction {
  /**
   * {@code bar}/{@code barrier}. {@code id} and {@code count} are operand codes; {@code countGiven}
   * false means all threads of the CTA. For reductions: {@code predicate}/{@code predicateNegated}
   * in, {@code destination} a predicate (AND, OR) or a value register (POPC). {@code aligned}: all
   * lanes of a warp execute this one instruction together, as with {@code bar}.
   */
  record Barrier(
      Guard guard,
      Position position,
      BarrierKind kind,
      int id,
      boolean countGiven,
      int count,
      int predicate,
      boolean predicateNegated,
      int destination,
      boolean aligned)
      implements WarpInstruction {
    @Override
    public Barrier map(OperandMap map) {
      return new Barrier(
          map.guard(guard),
          position,
          kind,
          map.read(id),
          countGiven,
          countGiven ? map.read(count) : 0,
          map.readPredicateIfGiven(predicate),
          predicateNegated,
          kind == BarrierKind.RED_POPC
              ? map.writeIfGiven(destination)
              : map.writePredicateIfGiven(destination),
          aligned);
    }
  }

  /**
   * {@code barrier.cluster.arrive} and {@code barrier.cluster.wait}.
   *
   * @param arrives whether it arrives; else it waits
   * @param ordered whether it releases (an arrival) or acquires (a wait)
   * @param aligned whether all lanes of a warp execute this one instruction together
   */
  record ClusterBarrier(
      Guard guard, Position position, boolean arrives, boolean ordered, boolean aligned)
      implements WarpInstruction {
    @Override
    public ClusterBarrier map(OperandMap map) {
      return new ClusterBarrier(map.guard(guard), position, arrives, ordered, aligned);
    }
  }

  /** Kind of a {@link Barrier}. */
  enum BarrierKind {
    SYNC,
    ARRIVE,
    RED_AND,
    RED_OR,
    RED_POPC
  }

  /** {@code bar.warp.sync}; {@code mask} an operand code. */
  record WarpSync(Guard guard, Position position, int mask) implements WarpInstruction {
    @Override
    public WarpSync map(OperandMap map) {
      return new WarpSync(map.guard(guard), position, map.read(mask));
    }
  }

  /**
   * {@code shfl[.sync]}: optional predicate destination p; {@code mask} operand code, or membership
   * of all active lanes when {@code maskGiven} is false.
   */
  record Shuffle(
      Guard guard,
      Position position,
      ShuffleMode mode,
      int destination,
      int p,
      int a,
      int b,
      int c,
      boolean maskGiven,
      int mask)
      implements WarpInstruction {
    @Override
    public Shuffle map(OperandMap map) {
      return new Shuffle(
          map.guard(guard),
          position,
          mode,
          map.writeIfGiven(destination),
          map.writePredicateIfGiven(p),
          map.read(a),
          map.read(b),
          map.read(c),
          maskGiven,
          maskGiven ? map.read(mask) : 0);
    }
  }

  /** Choice of the source lane by a {@link Shuffle}. */
  enum ShuffleMode {
    UP,
    DOWN,
    BFLY,
    IDX
  }

  /** {@code vote[.sync]}: destination a predicate (ALL, ANY, UNI) or value register (BALLOT). */
  record Vote(
      Guard guard,
      Position position,
      VoteMode mode,
      int destination,
      int predicate,
      boolean predicateNegated,
      boolean maskGiven,
      int mask)
      implements WarpInstruction {
    @Override
    public Vote map(OperandMap map) {
      return new Vote(
          map.guard(guard),
          position,
          mode,
          mode == VoteMode.BALLOT
              ? map.writeIfGiven(destination)
              : map.writePredicateIfGiven(destination),
          map.readPredicate(predicate),
          predicateNegated,
          maskGiven,
          maskGiven ? map.read(mask) : 0);
    }
  }

  /** Predicate of a {@link Vote}. */
  enum VoteMode {
    ALL,
    ANY,
    UNI,
    BALLOT
  }

  /** {@code match.any/all.sync}; p optional, {@code matchAll} only. */
  record Match(
      Guard guard,
      Position position,
      boolean matchAll,
      ScalarType type,
      int destination,
      int p,
      int a,
      int mask)
      implements WarpInstruction {
    @Override
    public Match map(OperandMap map) {
      return new Match(
          map.guard(guard),
          position,
          matchAll,
          type,
          map.writeIfGiven(destination),
          map.writePredicateIfGiven(p),
          map.read(a),
          map.read(mask));
    }
  }

  /** {@code redux.sync}. */
  record WarpReduce(
      Guard guard,
      Position position,
      AtomicOperation operation,
      ScalarType type,
      int destination,
      int a,
      int mask)
      implements WarpInstruction {
    @Override
    public WarpReduce map(OperandMap map) {
      return new WarpReduce(
          map.guard(guard),
          position,
          operation,
          type,
          map.write(destination),
          map.read(a),
          map.read(mask));
    }
  }

  /** {@code activemask}. */
  record ActiveMask(Guard guard, Position position, int destination) implements WarpInstruction {
    @Override
    public ActiveMask map(OperandMap map) {
      return new ActiveMask(map.guard(guard), position, map.write(destination));
    }
  }

  /** {@code elect.sync}: p true in the lowest lane of the mask, destination its number. */
  record Elect(Guard guard, Position position, int destination, int p, int mask)
      implements WarpInstruction {
    @Override
    public Elect map(OperandMap map) {
      return new Elect(
          map.guard(guard),
          position,
          map.writeIfGiven(destination),
          map.writePredicate(p),
          map.read(mask));
    }
  }

  /** {@code mma.sync.aligned}: the operands of a lane are its fragments of the matrices. */
  record MatrixMultiply(
      Guard guard,
      Position position,
      MatrixShape shape,
      List<Integer> d,
      List<Integer> a,
      List<Integer> b,
      List<Integer> c)
      implements WarpInstruction {
    @Override
    public MatrixMultiply map(OperandMap map) {
      List<Integer> left = map.reads(a);
      List<Integer> right = map.reads(b);
      List<Integer> added = map.reads(c);
      return new MatrixMultiply(
          map.guard(guard), position, shape, map.writes(d), left, right, added);
    }
  }

  /**
   * Half of {@code ldmatrix}, {@code stmatrix} and {@code movmatrix}: rows of matrices of 8 by 8
   * elements of 16 bits, four registers a row, against fragments. Lane {@code 8 i + r} has row r of
   * matrix i.
   *
   * @param mnemonic of the instruction that it is a half of
   * @param stores whether rows are made of fragments, else fragments of rows
   * @param fragments a register for each matrix
   */
  record MatrixExchange(
      Guard guard,
      Position position,
      String mnemonic,
      boolean stores,
      boolean transposed,
      List<Integer> rows,
      List<Integer> fragments)
      implements WarpInstruction {
    @Override
    public MatrixExchange map(OperandMap map) {
      List<Integer> read = map.reads(stores ? fragments : rows);
      List<Integer> written = map.writes(stores ? rows : fragments);
      return new MatrixExchange(
          map.guard(guard),
          position,
          mnemonic,
          stores,
          transposed,
          stores ? written : read,
          stores ? read : written);
    }
  }

  /**
   * {@code wgmma.mma_async}: a warp's part of the multiplication of a warpgroup, D = A B + D or D =
   * A B, after the instruction. B, and A if it is not in registers, is in shared memory, where a
   * descriptor says.
   *
   * @param shape of the warp's part
   * @param a registers of A; empty where A is in shared memory
   * @param aDescriptor operand code; of no meaning where A is in registers
   * @param accumulates predicate: whether D is added
   * @param negatesA whether the elements of A are negated
   * @param transposesA whether columns of A lie in rows of shared memory
   * @param transposesB whether rows of B lie in rows of shared memory
   */
  record WarpgroupMultiply(
      Guard guard,
      Position position,
      MatrixShape shape,
      List<Integer> d,
      List<Integer> a,
      int aDescriptor,
      int bDescriptor,
      int accumulates,
      boolean negatesA,
      boolean negatesB,
      boolean transposesA,
      boolean transposesB)
      implements WarpInstruction {
    /** Registers of D and of A, which the product accesses after its instruction. */
    public List<Integer> fragments() {
      return Stream.concat(d.stream(), a.stream())
          .filter(register -> register >= 0) // no constant, and no unused element
          .toList();
    }

    @Override
    public WarpgroupMultiply map(OperandMap map) {
      List<Integer> left = map.reads(a);
      int leftDescriptor = a.isEmpty() ? map.read(aDescriptor) : aDescriptor;
      int rightDescriptor = map.read(bDescriptor);
      int predicate = map.readPredicate(accumulates);
      List<Integer> _ = map.reads(d);
      return new WarpgroupMultiply(
          map.guard(guard),
          position,
          shape,
          map.writes(d),
          left,
          leftDescriptor,
          rightDescriptor,
          predicate,
          negatesA,
          negatesB,
          transposesA,
          transposesB);
    }
  }

  /**
   * {@code wgmma.fence}, {@code wgmma.commit_group} and {@code wgmma.wait_group}.
   *
   * @param pending of a wait: groups that may still be in flight
   */
  record WarpgroupControl(Guard guard, Position position, WarpgroupControlKind kind, int pending)
      implements WarpInstruction {
    @Override
    public WarpgroupControl map(OperandMap map) {
      return new WarpgroupControl(map.guard(guard), position, kind, pending);
    }
  }

  /**
   * {@code setmaxnreg}: a warpgroup gives registers back, or asks for more.
   *
   * @param raises whether it asks
   * @param count registers of a thread from then on
   */
  record RegisterLimit(Guard guard, Position position, boolean raises, int count)
      implements WarpInstruction {
    @Override
    public RegisterLimit map(OperandMap map) {
      return new RegisterLimit(map.guard(guard), position, raises, count);
    }
  }

  /** Kind of a {@link WarpgroupControl}. */
  enum WarpgroupControlKind {
    FENCE,
    COMMIT,
    WAIT
  }
}
