package dev.syncopate.ptx.lower;

import dev.syncopate.ptx.ir.Address;
import dev.syncopate.ptx.ir.Arithmetic.PredicateLogic;
import dev.syncopate.ptx.ir.Arithmetic.PredicateOperation;
import dev.syncopate.ptx.ir.Arithmetic.ReadSpecial;
import dev.syncopate.ptx.ir.Arithmetic.SetPredicate;
import dev.syncopate.ptx.ir.AtomicOperation;
import dev.syncopate.ptx.ir.ControlInstruction.Trap;
import dev.syncopate.ptx.ir.Guard;
import dev.syncopate.ptx.ir.MemoryInstruction.CacheOperator;
import dev.syncopate.ptx.ir.MemoryInstruction.Fence;
import dev.syncopate.ptx.ir.MemoryInstruction.Load;
import dev.syncopate.ptx.ir.MemoryInstruction.Store;
import dev.syncopate.ptx.ir.MemoryInstruction.TensorCopy;
import dev.syncopate.ptx.ir.MemoryInstruction.TensorMapFence;
import dev.syncopate.ptx.ir.MemoryOrder;
import dev.syncopate.ptx.ir.MemoryScope;
import dev.syncopate.ptx.ir.ScalarType;
import dev.syncopate.ptx.ir.SpecialRegister;
import dev.syncopate.ptx.ir.StateSpace;
import dev.syncopate.ptx.ir.TensorMapLayout;
import dev.syncopate.ptx.ir.WarpInstruction;
import dev.syncopate.ptx.ir.WarpInstruction.VoteMode;
import dev.syncopate.ptx.syntax.InstructionSyntax;
import dev.syncopate.ptx.syntax.OperandSyntax;
import dev.syncopate.ptx.syntax.OperandSyntax.Form;
import dev.syncopate.ptx.syntax.OperandSyntax.Literal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Lowers copies of tensors' boxes ({@code cp.async.bulk.tensor}), {@code tensormap.*}, and the
 * fences of the tensormap proxy. Boxes are tiles: the other ways to cut a tensor are refused.
 */
final class TensorLowering {
  private static final String COMPLETION = "mbarrier::complete_tx::bytes";
  private static final int NONE = -1;

  /** Chunks of 16 bytes of a map, each of which a lane copies. */
  private static final int CHUNKS = 8;

  private static final int CHUNK_SHIFT = 4;

  private final FunctionBody body;
  private final OperandResolver operands;

  TensorLowering(FunctionBody body, OperandResolver operands) {
    this.body = body;
    this.operands = operands;
  }

  /** The qualifiers of an instruction, one after the other. */
  private final class Cursor {
    private final List<String> qualifiers;
    private int index;

    Cursor(InstructionSyntax instruction, int index) {
      this.qualifiers = instruction.qualifiers();
      this.index = index;
    }

    boolean accept(String qualifier) {
      boolean is = index < qualifiers.size() && qualifiers.get(index).equals(qualifier);
      index += is ? 1 : 0;
      return is;
    }

    String next(String expected) {
      if (index == qualifiers.size()) {
        throw body.unsupported(expected);
      }
      return qualifiers.get(index++);
    }

    void expect(String qualifier) {
      if (!accept(qualifier)) {
        throw bad("`." + qualifier + "`");
      }
    }

    /** The error that the next qualifier is another one. */
    RuntimeException bad(String expected) {
      return index < qualifiers.size()
          ? body.badQualifier(index, expected)
          : body.unsupported(expected);
    }

    /** {@code .1d} to {@code .5d}. */
    int rank() {
      for (int rank = 1; rank <= TensorMapLayout.MOST_DIMENSIONS; rank++) {
        if (accept(rank + "d")) {
          return rank;
        }
      }
      throw bad("`.1d` to `.5d`");
    }

    /** {@code [.L2::cache_hint]}, and nothing behind it. */
    boolean hint() {
      boolean hint = accept("L2::cache_hint");
      if (index < qualifiers.size()) {
        throw bad("`;`");
      }
      return hint;
    }
  }

  /** {@code cp.async.bulk.tensor…}: the direction tells the form. */
  void copy(InstructionSyntax instruction) {
    Cursor cursor = new Cursor(instruction, 3);
    int rank = cursor.rank();
    if (cursor.accept("global")) {
      fromShared(cursor, rank, null);
      return;
    }
    boolean ofCluster = cursor.accept("shared::cluster");
    if (!ofCluster && !cursor.accept("shared::cta")) {
      throw cursor.bad("`.shared::cluster.global`, `.shared::cta.global` or `.global.shared::cta`");
    }
    cursor.expect("global");
    cursor.accept("tile");
    cursor.expect(COMPLETION);
    boolean several = ofCluster && cursor.accept("multicast::cluster");
    cursor.accept("cta_group::1"); // the mbarrier is in the tile's CTA: it always is here
    boolean hint = cursor.hint();
    int count = 3 + (several ? 1 : 0) + (hint ? 1 : 0);
    body.expectOperands(count, count);
    StateSpace space = ofCluster ? StateSpace.SHARED_CLUSTER : StateSpace.SHARED;
    Address shared = operands.address(operands.operand(0), space);
    OperandSyntax.Tensor tensor = tensor(1, rank);
    Address map = operands.address(tensor.map(), StateSpace.GENERIC);
    List<Integer> coordinates = coordinates(tensor);
    Address barrier = operands.address(operands.operand(2), space);
    Integer ranks = several ? operands.read(operands.operand(3), ScalarType.U16) : null;
    policy(hint);
    body.emit(
        new TensorCopy(
            body.guard, body.position, true, shared, map, coordinates, barrier, null, ranks));
  }

  /** {@code cp.reduce.async.bulk.tensor…}. */
  void reduce(InstructionSyntax instruction) {
    Cursor cursor = new Cursor(instruction, 4);
    int rank = cursor.rank();
    cursor.expect("global");
    cursor.expect("shared::cta");
    AtomicOperation update = MemoryQualifiers.operation(cursor.next("a reduction, such as `.add`"));
    if (update == null || update == AtomicOperation.EXCH || update == AtomicOperation.CAS) {
      cursor.index--;
      throw cursor.bad("a reduction, such as `.add`");
    }
    finish(cursor, rank, update);
  }

  private void fromShared(Cursor cursor, int rank, @Nullable AtomicOperation update) {
    cursor.expect("shared::cta");
    finish(cursor, rank, update);
  }

  /** {@code [.tile].bulk_group[.L2::cache_hint] [map, {…}], [shared][, policy];}. */
  private void finish(Cursor cursor, int rank, @Nullable AtomicOperation update) {
    cursor.accept("tile");
    cursor.expect("bulk_group");
    boolean hint = cursor.hint();
    body.expectOperands(hint ? 3 : 2, hint ? 3 : 2);
    OperandSyntax.Tensor tensor = tensor(0, rank);
    Address map = operands.address(tensor.map(), StateSpace.GENERIC);
    List<Integer> coordinates = coordinates(tensor);
    Address shared = operands.address(operands.operand(1), StateSpace.SHARED);
    policy(hint);
    body.emit(
        new TensorCopy(
            body.guard, body.position, false, shared, map, coordinates, null, update, null));
  }

  /** {@code cp.async.bulk.prefetch.tensor…}: a hint to the L2, without effect. */
  void prefetch(InstructionSyntax instruction) {
    Cursor cursor = new Cursor(instruction, 4);
    int rank = cursor.rank();
    cursor.expect("L2");
    cursor.expect("global");
    cursor.accept("tile");
    boolean hint = cursor.hint();
    body.expectOperands(hint ? 2 : 1, hint ? 2 : 1);
    OperandSyntax.Tensor tensor = tensor(0, rank);
    operands.address(tensor.map(), StateSpace.GENERIC);
    coordinates(tensor);
    policy(hint);
  }

  private void policy(boolean hint) {
    if (hint) {
      int last = body.instruction().operands().size() - 1;
      operands.read(operands.operand(last), ScalarType.B64);
    }
  }

  private OperandSyntax.Tensor tensor(int index, int rank) {
    OperandSyntax operand = operands.operand(index);
    if (!(operand instanceof OperandSyntax.Tensor tensor) || tensor.coordinates().size() != rank) {
      throw body.unexpected(
          operand.at(),
          operand.description(),
          rank == 1
              ? "`[map, {x}]`: a tensor map and one coordinate"
              : "`[map, {x, …}]`: a tensor map and %d coordinates".formatted(rank));
    }
    return tensor;
  }

  private List<Integer> coordinates(OperandSyntax.Tensor tensor) {
    List<Integer> codes = new ArrayList<>(tensor.coordinates().size());
    for (OperandSyntax coordinate : tensor.coordinates()) {
      codes.add(operands.read(coordinate, ScalarType.S32));
    }
    return List.copyOf(codes);
  }

  /** {@code tensormap.replace}, {@code tensormap.cp_fenceproxy}. */
  void map(InstructionSyntax instruction) {
    Cursor cursor = new Cursor(instruction, 0);
    if (cursor.accept("replace")) {
      cursor.expect("tile");
      replace(cursor);
    } else if (cursor.accept("cp_fenceproxy")) {
      publish(cursor);
    } else {
      throw body.unsupported("`tensormap.replace` or `tensormap.cp_fenceproxy`");
    }
  }

  /** A field of a map: a weak store, for here is known where each field is. */
  private void replace(Cursor cursor) {
    String expected =
        "a field: `.global_address`, `.rank`, `.box_dim`, `.global_dim`, `.global_stride`, "
            + "`.element_stride`, `.elemtype`, `.interleave_layout`, `.swizzle_mode` or `.fill_mode`";
    String field = cursor.next(expected);
    int place =
        switch (field) {
          case "global_address" -> TensorMapLayout.ADDRESS;
          case "rank" -> TensorMapLayout.RANK;
          case "box_dim" -> TensorMapLayout.BOX;
          case "global_dim" -> TensorMapLayout.SIZES;
          case "global_stride" -> TensorMapLayout.STRIDES;
          case "element_stride" -> TensorMapLayout.STEPS;
          case "elemtype" -> TensorMapLayout.TYPE;
          case "interleave_layout" -> TensorMapLayout.INTERLEAVE;
          case "swizzle_mode" -> TensorMapLayout.SWIZZLE;
          case "swizzle_atomicity" -> TensorMapLayout.ATOMICITY;
          case "fill_mode" -> TensorMapLayout.FILL;
          default -> {
            cursor.index--;
            throw cursor.bad(expected);
          }
        };
    boolean ordinal =
        place == TensorMapLayout.BOX
            || place == TensorMapLayout.SIZES
            || place == TensorMapLayout.STRIDES
            || place == TensorMapLayout.STEPS;
    boolean wide = place == TensorMapLayout.ADDRESS || place == TensorMapLayout.STRIDES;
    boolean immediate = !wide && !ordinal && place != TensorMapLayout.RANK;
    StateSpace space =
        cursor.accept("global")
            ? StateSpace.GLOBAL
            : cursor.accept("shared::cta") ? StateSpace.SHARED : StateSpace.GENERIC;
    cursor.expect("b1024");
    cursor.expect(wide ? "b64" : "b32");
    if (cursor.index < cursor.qualifiers.size()) {
      throw cursor.bad("`;`");
    }
    body.expectOperands(ordinal ? 3 : 2, ordinal ? 3 : 2);
    Address map = operands.address(operands.operand(0), space);
    int dimensions = TensorMapLayout.MOST_DIMENSIONS - (place == TensorMapLayout.STRIDES ? 1 : 0);
    int offset = place + (ordinal ? number(1, dimensions - 1) * (wide ? 8 : 4) : 0);
    ScalarType type = wide ? ScalarType.B64 : ScalarType.B32;
    OperandSyntax value = operands.operand(ordinal ? 2 : 1);
    if (immediate) {
      number(1, Integer.MAX_VALUE);
    }
    body.emit(store(body.guard, space, type, map, offset, List.of(operands.read(value, type))));
  }

  private Store store(
      Guard guard,
      StateSpace space,
      ScalarType type,
      Address address,
      int offset,
      List<Integer> values) {
    return new Store(
        guard,
        body.position,
        space,
        MemoryOrder.WEAK,
        MemoryScope.CTA,
        false,
        false,
        CacheOperator.NONE,
        type,
        new Address(address.base(), address.offset() + offset),
        values);
  }

  private int number(int index, int limit) {
    OperandSyntax operand = operands.operand(index);
    if (operand instanceof Literal literal
        && literal.form() == Form.INTEGER
        && literal.bits() >= 0
        && literal.bits() <= limit) {
      return (int) literal.bits();
    }
    throw body.unexpected(
        operand.at(),
        operand.description(),
        limit == Integer.MAX_VALUE ? "a number" : "a number from 0 to " + limit);
  }

  /**
   * {@code tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.S.sync.aligned}:
   * the first lanes copy the map, and all release it.
   */
  private void publish(Cursor cursor) {
    cursor.expect("global");
    cursor.expect("shared::cta");
    cursor.expect("tensormap::generic");
    cursor.expect("release");
    MemoryScope scope = scope(cursor);
    cursor.expect("sync");
    cursor.expect("aligned");
    body.expectOperands(3, 3);
    Address target = operands.address(operands.operand(0), StateSpace.GLOBAL);
    Address source = operands.address(operands.operand(1), StateSpace.SHARED);
    size(2);
    int mask = body.temporary(32);
    int lane = body.temporary(32);
    int offset = body.temporary(64);
    int always = test("setp.eq.u32", constant(0), constant(0));
    body.emit( // .sync: lanes wait for each other
        new WarpInstruction.Vote(
            body.guard, body.position, VoteMode.BALLOT, mask, always, false, true, constant(-1)));
    body.compute(body.guard, "and.b32", mask, mask, constant((1 << CHUNKS) - 1), 0);
    body.emit(
        new Trap(
            new Guard(test("setp.ne.u32", mask, constant((1 << CHUNKS) - 1)), false),
            body.position,
            "tensormap.cp_fenceproxy by a part of a warp: its first 8 lanes copy the map"));
    body.emit(new ReadSpecial(body.guard, body.position, SpecialRegister.LANEID, lane));
    body.compute(body.guard, "cvt.u64.u32", offset, lane, 0, 0);
    body.compute(body.guard, "shl.b64", offset, offset, constant(CHUNK_SHIFT), 0);
    Guard copying = new Guard(test("setp.lt.u32", lane, constant(CHUNKS)), false);
    List<Integer> values = List.of(body.temporary(64), body.temporary(64));
    body.emit(
        new Load(
            copying,
            body.position,
            StateSpace.SHARED,
            MemoryOrder.WEAK,
            MemoryScope.CTA,
            false,
            false,
            false,
            CacheOperator.NONE,
            ScalarType.B64,
            moved(source, offset),
            values,
            64));
    body.emit(store(copying, StateSpace.GLOBAL, ScalarType.B64, moved(target, offset), 0, values));
    release(scope);
  }

  private int constant(int value) {
    return body.module.constants.number(value);
  }

  /** A predicate that is true in the lanes of the guard of which a comparison holds. */
  private int test(String comparison, int a, int b) {
    int predicate = body.temporaryPredicate();
    body.emit(
        new PredicateLogic(
            Guard.NONE, body.position, PredicateOperation.FALSE, predicate, NONE, NONE));
    body.emit(
        new SetPredicate(
            body.guard,
            body.position,
            Objects.requireNonNull(body.module.lanePredicate(comparison)),
            a,
            b,
            predicate,
            NONE,
            PredicateOperation.NONE,
            NONE,
            false));
    return predicate;
  }

  private Address moved(Address address, int offset) {
    int base = body.temporary(64);
    body.compute(body.guard, "add.u64", base, address.base(), offset, 0);
    return new Address(base, address.offset());
  }

  private void release(MemoryScope scope) {
    body.emit(new Fence(body.guard, body.position, MemoryOrder.RELEASE, scope));
    body.emit(new TensorMapFence(body.guard, body.position, null));
  }

  private void size(int index) {
    OperandSyntax size = operands.operand(index);
    if (!(size instanceof Literal literal)
        || literal.form() != Form.INTEGER
        || literal.bits() != TensorMapLayout.BYTES) {
      throw body.unexpected(size.at(), size.description(), "a size of " + TensorMapLayout.BYTES);
    }
  }

  /** {@code fence.proxy.tensormap::generic.release.S}, {@code ….acquire.S [map], 128}. */
  void fence(InstructionSyntax instruction) {
    Cursor cursor = new Cursor(instruction, 1);
    cursor.expect("tensormap::generic");
    boolean acquires = cursor.accept("acquire");
    if (!acquires) {
      cursor.expect("release");
    }
    MemoryScope scope = scope(cursor);
    if (cursor.index < cursor.qualifiers.size()) {
      throw cursor.bad("`;`");
    }
    body.expectOperands(acquires ? 2 : 0, acquires ? 2 : 0);
    if (!acquires) {
      release(scope);
      return;
    }
    Address map = operands.address(operands.operand(0), StateSpace.GENERIC);
    size(1);
    body.emit(new Fence(body.guard, body.position, MemoryOrder.ACQUIRE, scope));
    body.emit(new TensorMapFence(body.guard, body.position, map));
  }

  private MemoryScope scope(Cursor cursor) {
    String expected = "`.cta`, `.cluster`, `.gpu` or `.sys`";
    return switch (cursor.next(expected)) {
      case "cta" -> MemoryScope.CTA;
      case "cluster" -> MemoryScope.CLUSTER;
      case "gpu" -> MemoryScope.GPU;
      case "sys" -> MemoryScope.SYS;
      default -> {
        cursor.index--;
        throw cursor.bad(expected);
      }
    };
  }
}
