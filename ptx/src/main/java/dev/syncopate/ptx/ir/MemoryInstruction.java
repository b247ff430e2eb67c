package dev.syncopate.ptx.ir;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Instructions that read, write or order memory. */
public sealed interface MemoryInstruction extends Instruction {
  /**
   * {@code ld}: element i of every lane goes to {@code destinations[i]} (-1: nowhere), extended as
   * the type says to {@code registerBits} and then kept zero-extended. {@code nonCoherent} is
   * {@code .nc}; {@code isVolatile} is {@code ld.volatile}.
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
      implements MemoryInstruction {
    /** The same strong load in another order, at another scope. */
    public Load with(MemoryOrder otherOrder, MemoryScope otherScope, boolean promotes) {
      return new Load(
          guard,
          position,
          space,
          otherOrder,
          otherScope,
          promotes,
          false,
          nonCoherent,
          cache,
          type,
          address,
          destinations,
          registerBits);
    }

    @Override
    public Load map(OperandMap map) {
      return new Load(
          map.guard(guard),
          position,
          space,
          order,
          scope,
          remote,
          isVolatile,
          nonCoherent,
          cache,
          type,
          map.address(address),
          map.writes(destinations),
          registerBits);
    }
  }

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
      implements MemoryInstruction {
    /** The same strong store in another order, at another scope. */
    public Store with(MemoryOrder otherOrder, MemoryScope otherScope, boolean promotes) {
      return new Store(
          guard,
          position,
          space,
          otherOrder,
          otherScope,
          promotes,
          false,
          cache,
          type,
          address,
          values);
    }

    @Override
    public Store map(OperandMap map) {
      return new Store(
          map.guard(guard),
          position,
          space,
          order,
          scope,
          remote,
          isVolatile,
          cache,
          type,
          map.address(address),
          map.reads(values));
    }
  }

  /** The cache operators of loads and stores. */
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
   * {@code atom}, or {@code red} and an {@code atom} whose result no instruction reads: then {@code
   * resultUsed} is false and there is no destination. CAS: a is compared, b is written; every other
   * operation takes a, and b is empty. {@code commutative} is the extension {@code .comm}. Vectors
   * are several of these, an element each, as each element is atomic by itself. An exchange or
   * compare-and-swap of 128 bits is one of these on two elements of 64 bits, the lower first.
   *
   * @param destinations a register for each element, or -1
   * @param a an operand code for each element
   * @param b as {@code a}
   * @param alignment of the address in bytes: of the first element of a vector the vector's, else
   *     the type's
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
      List<Integer> destinations,
      List<Integer> a,
      List<Integer> b,
      boolean resultUsed,
      int alignment)
      implements MemoryInstruction {
    /** Bytes that a lane reads and writes. */
    public int bytes() {
      return a.size() * type.bytes();
    }

    /** The same with {@code .comm}. */
    public Atomic commuting() {
      return new Atomic(
          guard,
          position,
          space,
          order,
          scope,
          remote,
          true,
          operation,
          type,
          address,
          destinations,
          a,
          b,
          resultUsed,
          alignment);
    }

    /** The same in another order, at another scope. */
    public Atomic with(MemoryOrder otherOrder, MemoryScope otherScope, boolean promotes) {
      return new Atomic(
          guard,
          position,
          space,
          otherOrder,
          otherScope,
          promotes,
          commutative,
          operation,
          type,
          address,
          destinations,
          a,
          b,
          resultUsed,
          alignment);
    }

    @Override
    public Atomic map(OperandMap map) {
      List<Integer> mapped = map.writes(destinations);
      return new Atomic(
          map.guard(guard),
          position,
          space,
          order,
          scope,
          remote,
          commutative,
          operation,
          type,
          map.address(address),
          mapped,
          map.reads(a),
          map.reads(b),
          resultUsed && mapped.stream().anyMatch(register -> register >= 0),
          alignment);
    }
  }

  /** {@code fence}, {@code membar} ({@code membar} is SC). */
  record Fence(Guard guard, Position position, MemoryOrder order, MemoryScope scope)
      implements MemoryInstruction {
    @Override
    public Fence map(OperandMap map) {
      return new Fence(map.guard(guard), position, order, scope);
    }
  }

  /**
   * {@code cp.async}: {@code bytes} (4, 8, 16) from global to shared; of these only the first
   * {@code sourceSize} (an operand code) are read and the others are zero, where {@code
   * sourceSizeGiven}.
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
      implements MemoryInstruction {
    @Override
    public CopyAsync map(OperandMap map) {
      return new CopyAsync(
          map.guard(guard),
          position,
          bypassL1,
          map.address(shared),
          map.address(global),
          bytes,
          sourceSizeGiven,
          sourceSizeGiven ? map.read(sourceSize) : 0);
    }
  }

  /**
   * {@code cp.async.commit_group}, {@code wait_group N} ({@code pending} = N), {@code wait_all},
   * {@code mbarrier.arrive} (on the barrier at the address, null for the others).
   */
  record CopyAsyncControl(
      Guard guard, Position position, CopyAsyncKind kind, int pending, @Nullable Address barrier)
      implements MemoryInstruction {
    @Override
    public CopyAsyncControl map(OperandMap map) {
      return new CopyAsyncControl(
          map.guard(guard), position, kind, pending, barrier == null ? null : map.address(barrier));
    }
  }

  /** Kind of a {@link CopyAsyncControl}. */
  enum CopyAsyncKind {
    COMMIT_GROUP,
    WAIT_GROUP,
    WAIT_ALL,
    MBARRIER_ARRIVE,
    MBARRIER_ARRIVE_NOINC
  }

  /**
   * {@code cp.async.bulk}, {@code cp.reduce.async.bulk}: {@code size} (an operand code) bytes of
   * each lane between global and shared memory, by the copy unit.
   *
   * @param toShared whether from global to shared memory, or back
   * @param barrier the mbarrier object that counts the bytes; null for a copy that is waited for by
   *     groups
   * @param reduction update of each element of the target; null to overwrite it
   * @param type of these elements; null where there is no update
   * @param ranks operand code of a mask of the CTAs of the cluster to which it copies, each to the
   *     same offsets; null for the one that the target names
   */
  record BulkCopy(
      Guard guard,
      Position position,
      boolean toShared,
      Address shared,
      Address global,
      int size,
      @Nullable Address barrier,
      @Nullable AtomicOperation reduction,
      @Nullable ScalarType type,
      @Nullable Integer ranks)
      implements MemoryInstruction {
    @Override
    public BulkCopy map(OperandMap map) {
      return new BulkCopy(
          map.guard(guard),
          position,
          toShared,
          map.address(shared),
          map.address(global),
          map.read(size),
          barrier == null ? null : map.address(barrier),
          reduction,
          type,
          ranks == null ? null : map.read(ranks));
    }
  }

  /**
   * {@code cp.async.bulk}, {@code cp.reduce.async.bulk} from the shared memory of the own CTA to
   * that of another of the cluster: {@code size} (an operand code) bytes of each lane, which an
   * mbarrier object of that CTA counts.
   *
   * @param reduction update of each element of the target; null to overwrite it
   * @param type of these elements; null where there is no update
   */
  record PeerCopy(
      Guard guard,
      Position position,
      Address target,
      Address source,
      int size,
      Address barrier,
      @Nullable AtomicOperation reduction,
      @Nullable ScalarType type)
      implements MemoryInstruction {
    @Override
    public PeerCopy map(OperandMap map) {
      return new PeerCopy(
          map.guard(guard),
          position,
          map.address(target),
          map.address(source),
          map.read(size),
          map.address(barrier),
          reduction,
          type);
    }
  }

  /**
   * {@code st.async}, {@code red.async}: values of each lane to shared memory of a CTA of the
   * cluster, whose bytes an mbarrier object of the same CTA counts.
   *
   * @param reduction update of the target; null to overwrite it
   * @param barrier the mbarrier object
   * @param values an operand code of each element
   */
  record StoreAsync(
      Guard guard,
      Position position,
      @Nullable AtomicOperation reduction,
      ScalarType type,
      Address address,
      Address barrier,
      List<Integer> values)
      implements MemoryInstruction {
    /** Keeps a copy of the list. */
    public StoreAsync {
      values = List.copyOf(values);
    }

    @Override
    public StoreAsync map(OperandMap map) {
      return new StoreAsync(
          map.guard(guard),
          position,
          reduction,
          type,
          map.address(address),
          map.address(barrier),
          map.reads(values));
    }
  }

  /**
   * {@code cp.async.bulk.tensor}, {@code cp.reduce.async.bulk.tensor}: a box of each lane between a
   * tensor in global memory and shared memory, by the copy unit.
   *
   * @param toShared whether from global to shared memory, or back
   * @param map generic address of the tensor map
   * @param coordinates where the box begins: an operand code for each dimension of the tensor, the
   *     innermost first
   * @param barrier the mbarrier object that counts the bytes; null for a copy that is waited for by
   *     groups
   * @param reduction update of each element of the tensor; null to overwrite it
   * @param ranks operand code of a mask of the CTAs of the cluster to which it copies, each to the
   *     same offsets; null for the one that the target names
   */
  record TensorCopy(
      Guard guard,
      Position position,
      boolean toShared,
      Address shared,
      Address map,
      List<Integer> coordinates,
      @Nullable Address barrier,
      @Nullable AtomicOperation reduction,
      @Nullable Integer ranks)
      implements MemoryInstruction {
    @Override
    public TensorCopy map(OperandMap operands) {
      return new TensorCopy(
          operands.guard(guard),
          position,
          toShared,
          operands.address(shared),
          operands.address(map),
          operands.reads(coordinates),
          barrier == null ? null : operands.address(barrier),
          reduction,
          ranks == null ? null : operands.read(ranks));
    }
  }

  /**
   * The part of {@code fence.proxy.tensormap::generic} between the two proxies; what it orders with
   * other threads is a {@link Fence} before it.
   *
   * @param map generic address of the tensor map that an acquire is about; null for a release
   */
  record TensorMapFence(Guard guard, Position position, @Nullable Address map)
      implements MemoryInstruction {
    @Override
    public TensorMapFence map(OperandMap operands) {
      return new TensorMapFence(
          operands.guard(guard), position, map == null ? null : operands.address(map));
    }
  }

  /** {@code cp.async.bulk.commit_group}, {@code wait_group[.read] N} ({@code pending} = N). */
  record BulkGroup(Guard guard, Position position, BulkGroupKind kind, int pending)
      implements MemoryInstruction {
    @Override
    public BulkGroup map(OperandMap map) {
      return new BulkGroup(map.guard(guard), position, kind, pending);
    }
  }

  /** Kind of a {@link BulkGroup}. */
  enum BulkGroupKind {
    COMMIT,
    /** Until the copies are over. */
    WAIT,
    /** Until the copies have read what they copy. */
    WAIT_READ
  }

  /** {@code fence.proxy.async}: between the generic and the async proxy. */
  record ProxyFence(Guard guard, Position position, ProxyObjects objects)
      implements MemoryInstruction {
    @Override
    public ProxyFence map(OperandMap map) {
      return new ProxyFence(map.guard(guard), position, objects);
    }
  }

  /** {@code fence.mbarrier_init.release.cluster}: releases initialisations of mbarriers alone. */
  record InitialisationFence(Guard guard, Position position) implements MemoryInstruction {
    @Override
    public InitialisationFence map(OperandMap map) {
      return new InitialisationFence(map.guard(guard), position);
    }
  }

  /** Memory whose accesses a {@link ProxyFence} orders. */
  enum ProxyObjects {
    ALL,
    GLOBAL,
    SHARED
  }

  /**
   * {@code mbarrier.*} on the 64-bit object in shared memory at the address (null for {@code
   * PENDING_COUNT}). Operand a: the count ({@code INIT}, {@code ARRIVE}, {@code ARRIVE_DROP}), the
   * state or with {@code parity} the phase parity ({@code TEST_WAIT}, {@code TRY_WAIT}), the state
   * ({@code PENDING_COUNT}), the bytes ({@code EXPECT_TX}, {@code COMPLETE_TX}). Destination: a
   * value register that gets the state or the count, for the waits a predicate register, or -1.
   *
   * @param order relaxed or release of an arrival, relaxed or acquire of a wait, relaxed of a
   *     transaction, else weak
   * @param expects {@code .expect_tx} of an arrival: operand a is the bytes that the phase expects
   *     from now on, and the count is one
   * @param noComplete of an arrival that promises not to end the phase
   */
  record MemoryBarrierObject(
      Guard guard,
      Position position,
      MbarrierKind kind,
      MemoryOrder order,
      MemoryScope scope,
      @Nullable Address address,
      int a,
      int destination,
      boolean parity,
      boolean expects,
      boolean noComplete)
      implements MemoryInstruction {
    /** The same in another order, at another scope. */
    public MemoryBarrierObject with(MemoryOrder otherOrder, MemoryScope otherScope) {
      return new MemoryBarrierObject(
          guard,
          position,
          kind,
          otherOrder,
          otherScope,
          address,
          a,
          destination,
          parity,
          expects,
          noComplete);
    }

    @Override
    public MemoryBarrierObject map(OperandMap map) {
      boolean waits = kind.tests();
      return new MemoryBarrierObject(
          map.guard(guard),
          position,
          kind,
          order,
          scope,
          address == null ? null : map.address(address),
          kind == MbarrierKind.INVAL ? 0 : map.read(a),
          waits ? map.writePredicateIfGiven(destination) : map.writeIfGiven(destination),
          parity,
          expects,
          noComplete);
    }
  }

  /** Kind of a {@link MemoryBarrierObject} instruction. */
  enum MbarrierKind {
    INIT,
    INVAL,
    ARRIVE,
    ARRIVE_DROP,
    TEST_WAIT,
    TRY_WAIT,
    PENDING_COUNT,
    EXPECT_TX,
    COMPLETE_TX;

    /** Whether it arrives at the object. */
    public boolean arrives() {
      return this == ARRIVE || this == ARRIVE_DROP;
    }

    /** Whether it tests for the end of a phase. */
    public boolean tests() {
      return this == TEST_WAIT || this == TRY_WAIT;
    }
  }

  /**
   * The transaction extension {@code tx.begin}, {@code tx.commit}: for every active lane.
   *
   * @param nested whether it is inside another transaction of its function, which it is part of. A
   *     function that is called inside a transaction does not know: its own are nested too
   * @param meeting of a begin: index of the first instruction behind the transaction to which all
   *     lanes come that began together, whichever way they take; -1 where that is the function's
   *     exit. Of a commit -1
   */
  record Transaction(Position position, boolean begin, boolean nested, int meeting)
      implements MemoryInstruction {
    /** A guard is refused when the text is read. */
    @Override
    public Guard guard() {
      return Guard.NONE;
    }

    @Override
    public Transaction map(OperandMap map) {
      return new Transaction(position, begin, nested, meeting < 0 ? -1 : map.target(meeting));
    }
  }
}
