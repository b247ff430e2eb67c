package dev.syncopate.ptx.ir;

import dev.syncopate.ptx.alu.LaneFunction;
import dev.syncopate.ptx.alu.LanePredicate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One decoded instruction. Value operands are codes as in {@link Operand}; predicate operands are
 * numbers of predicate registers, {@link Guard#NO_PREDICATE} when absent. Branch targets are
 * indices into {@link Program#code()}.
 */
public sealed interface Instruction {
  Guard guard();

  Position position();

  /** {@code destination = function(a, b, c)}; operands the function does not take are 0. */
  record Compute(
      Guard guard, Position position, LaneFunction function, int destination, int a, int b, int c)
      implements Instruction {}

  /**
   * Add/subtract/multiply-add with the carry flag, which is a predicate register: {@code addc.cc},
   * {@code madc.hi.cc}, …
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
      implements Instruction {}

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
      implements Instruction {}

  /** {@code set}: destination gets all ones / 1.0f or 0 from a comparison. */
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
      implements Instruction {}

  /**
   * {@code p = a operation b} on predicates; {@code MOVE} and {@code NOT} take a only, {@code
   * TRUE}/{@code FALSE} none.
   */
  record PredicateLogic(
      Guard guard, Position position, PredicateOperation operation, int p, int a, int b)
      implements Instruction {}

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
      implements Instruction {}

  /** Reads a special register. */
  record ReadSpecial(Guard guard, Position position, SpecialRegister register, int destination)
      implements Instruction {}

  /**
   * {@code ld}: element i of every lane goes to {@code destinations[i]}, extended as the type says
   * to {@code registerBits} and then kept zero-extended. {@code nonCoherent} is {@code .nc}; {@code
   * isVolatile} is {@code ld.volatile}.
   */
  record Load(
      Guard guard,
      Position position,
      StateSpace space,
      MemoryOrder order,
      MemoryScope scope,
      boolean remote,
      boolean isVolatile,
      boolean nonCoherent,
      CacheOperator cache,
      ScalarType type,
      Address address,
      List<Integer> destinations,
      int registerBits)
      implements Instruction {}

  /** {@code st}: {@code values[i]} is an operand code. */
  record Store(
      Guard guard,
      Position position,
      StateSpace space,
      MemoryOrder order,
      MemoryScope scope,
      boolean remote,
      boolean isVolatile,
      CacheOperator cache,
      ScalarType type,
      Address address,
      List<Integer> values)
      implements Instruction {}

  enum CacheOperator {
    NONE,
    CA,
    CG,
    CS,
    LU,
    CV,
    WB,
    WT
  }

  /**
   * {@code atom} (destination at least 0) or {@code red} (destination -1). CAS: a is compared, b is
   * written. {@code commutative} is the extension {@code .comm}. {@code resultUsed} is false where
   * no instruction reads the destination.
   */
  record Atomic(
      Guard guard,
      Position position,
      StateSpace space,
      MemoryOrder order,
      MemoryScope scope,
      boolean remote,
      boolean commutative,
      AtomicOperation operation,
      ScalarType type,
      Address address,
      int destination,
      int a,
      int b,
      boolean resultUsed)
      implements Instruction {}

  /** {@code fence}, {@code membar} ({@code membar} is SC). */
  record Fence(Guard guard, Position position, MemoryOrder order, MemoryScope scope)
      implements Instruction {}

  /**
   * {@code bra}; the guard says which lanes take it. {@code reconvergence} is the immediate
   * post-dominator, -1 at the exit.
   */
  record Branch(Guard guard, Position position, int target, boolean uniform, int reconvergence)
      implements Instruction {}

  /** {@code brx.idx}: lane goes to {@code targets[index]}. */
  record BranchIndexed(
      Guard guard, Position position, int index, List<Integer> targets, int reconvergence)
      implements Instruction {}

  /** Direct call; arguments and results were lowered to moves into the callee's own registers. */
  record Call(Guard guard, Position position, int target, String callee) implements Instruction {}

  /**
   * Call through an address: the operand's value selects among {@link Program#functionAddresses()}.
   */
  record CallIndirect(Guard guard, Position position, int address, boolean uniform)
      implements Instruction {}

  /** {@code ret}: back to the caller, or, in the kernel itself, the end of the lane. */
  record Return(Guard guard, Position position) implements Instruction {}

  record Exit(Guard guard, Position position) implements Instruction {}

  record Trap(Guard guard, Position position, String reason) implements Instruction {}

  /**
   * {@code bar}/{@code barrier}. {@code id} and {@code count} are operand codes; {@code countGiven}
   * false means all threads of the CTA. For reductions: {@code predicate}/{@code predicateNegated}
   * in, {@code destination} a predicate (AND, OR) or a value register (POPC).
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
      int destination)
      implements Instruction {}

  enum BarrierKind {
    SYNC,
    ARRIVE,
    RED_AND,
    RED_OR,
    RED_POPC
  }

  /** {@code bar.warp.sync}; {@code mask} an operand code. */
  record WarpSync(Guard guard, Position position, int mask) implements Instruction {}

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
      implements Instruction {}

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
      implements Instruction {}

  enum VoteMode {
    ALL,
    ANY,
    UNI,
    BALLOT
  }

  /** {@code match.any/all.sync}; p optional, {@code all} only. */
  record Match(
      Guard guard,
      Position position,
      boolean all,
      ScalarType type,
      int destination,
      int p,
      int a,
      int mask)
      implements Instruction {}

  /** {@code redux.sync}. */
  record WarpReduce(
      Guard guard,
      Position position,
      AtomicOperation operation,
      ScalarType type,
      int destination,
      int a,
      int mask)
      implements Instruction {}

  record ActiveMask(Guard guard, Position position, int destination) implements Instruction {}

  /** {@code elect.sync}: p true in the lowest lane of the mask, destination its number. */
  record Elect(Guard guard, Position position, int destination, int p, int mask)
      implements Instruction {}

  record Nanosleep(Guard guard, Position position, int duration) implements Instruction {}

  /**
   * A function the runtime provides: {@code vprintf}, {@code malloc}, {@code free}, {@code
   * __assertfail}. Operand codes in, register out or -1.
   */
  record SystemCall(
      Guard guard,
      Position position,
      SystemFunction function,
      List<Integer> arguments,
      int destination)
      implements Instruction {}

  enum SystemFunction {
    VPRINTF,
    MALLOC,
    FREE,
    ASSERTFAIL
  }

  /**
   * {@code cp.async}: {@code bytes} (4, 8, 16) from global to shared, {@code sourceSize} an operand
   * code or absent when {@code sourceSizeGiven} is false.
   */
  record CopyAsync(
      Guard guard,
      Position position,
      boolean bypassL1,
      Address shared,
      Address global,
      int bytes,
      boolean sourceSizeGiven,
      int sourceSize)
      implements Instruction {}

  /**
   * {@code cp.async.commit_group}, {@code wait_group N}, {@code wait_all} (pending = 0,
   * everything), {@code mbarrier.arrive}.
   */
  record CopyAsyncControl(
      Guard guard, Position position, CopyAsyncKind kind, int pending, @Nullable Address barrier)
      implements Instruction {}

  enum CopyAsyncKind {
    COMMIT_GROUP,
    WAIT_GROUP,
    WAIT_ALL,
    MBARRIER_ARRIVE,
    MBARRIER_ARRIVE_NOINC
  }

  /**
   * {@code mbarrier.*} on shared memory; operands a and b as the kind needs, destination a value or
   * (test/try_wait) predicate register.
   */
  record MemoryBarrierObject(
      Guard guard,
      Position position,
      MbarrierKind kind,
      Address address,
      int a,
      int b,
      int destination,
      boolean parity)
      implements Instruction {}

  enum MbarrierKind {
    INIT,
    INVAL,
    ARRIVE,
    ARRIVE_DROP,
    TEST_WAIT,
    TRY_WAIT,
    PENDING_COUNT
  }

  /** The transaction extension {@code tx.begin}, {@code tx.commit}. */
  record Transaction(Guard guard, Position position, boolean begin) implements Instruction {}
}
