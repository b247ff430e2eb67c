package dev.syncopate.ptx.lower;

import dev.syncopate.ptx.ir.Address;
import dev.syncopate.ptx.ir.AtomicOperation;
import dev.syncopate.ptx.ir.MemoryInstruction.BulkCopy;
import dev.syncopate.ptx.ir.MemoryInstruction.BulkGroup;
import dev.syncopate.ptx.ir.MemoryInstruction.BulkGroupKind;
import dev.syncopate.ptx.ir.MemoryInstruction.InitialisationFence;
import dev.syncopate.ptx.ir.MemoryInstruction.PeerCopy;
import dev.syncopate.ptx.ir.MemoryInstruction.ProxyFence;
import dev.syncopate.ptx.ir.MemoryInstruction.ProxyObjects;
import dev.syncopate.ptx.ir.ScalarType;
import dev.syncopate.ptx.ir.StateSpace;
import dev.syncopate.ptx.syntax.InstructionSyntax;
import dev.syncopate.ptx.syntax.OperandSyntax;
import dev.syncopate.ptx.syntax.OperandSyntax.Form;
import dev.syncopate.ptx.syntax.OperandSyntax.Literal;
import dev.syncopate.ptx.syntax.TypeNames;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lowers {@code cp.async.bulk}, {@code cp.reduce.async.bulk}, their groups, and the fences of the
 * async proxy.
 */
final class BulkLowering {
  private static final String COMPLETION = "mbarrier::complete_tx::bytes";
  private static final String CLUSTER = "shared::cluster";
  private static final String MULTICAST = "multicast::cluster";

  private final FunctionBody body;
  private final OperandResolver operands;

  BulkLowering(FunctionBody body, OperandResolver operands) {
    this.body = body;
    this.operands = operands;
  }

  /** {@code cp.async.bulk…}. */
  void copy(InstructionSyntax instruction) {
    List<String> qualifiers = instruction.qualifiers();
    String form = qualifiers.size() < 3 ? "" : qualifiers.get(2);
    switch (form) {
      case "commit_group" -> {
        body.expectOperands(0, 0);
        expectEnd(qualifiers, 3);
        group(BulkGroupKind.COMMIT, 0);
      }
      case "wait_group" -> {
        body.expectOperands(1, 1);
        boolean reads = qualifiers.size() > 3 && qualifiers.get(3).equals("read");
        expectEnd(qualifiers, reads ? 4 : 3);
        group(reads ? BulkGroupKind.WAIT_READ : BulkGroupKind.WAIT, number());
      }
      case "tensor" -> new TensorLowering(body, operands).copy(instruction);
      case "prefetch" -> {
        if (qualifiers.size() > 3 && qualifiers.get(3).equals("tensor")) {
          new TensorLowering(body, operands).prefetch(instruction);
        } else {
          prefetch(instruction);
        }
      }
      case "global" -> fromShared(instruction, 2, null);
      default -> toShared(instruction);
    }
  }

  private void group(BulkGroupKind kind, int pending) {
    body.emit(new BulkGroup(body.guard, body.position, kind, pending));
  }

  private int number() {
    OperandSyntax operand = operands.operand(0);
    if (operand instanceof Literal literal
        && literal.form() == Form.INTEGER
        && literal.bits() >= 0
        && literal.bits() <= Integer.MAX_VALUE) {
      return (int) literal.bits();
    }
    throw body.unexpected(operand.at(), operand.description(), "a number of groups");
  }

  private void expectEnd(List<String> qualifiers, int index) {
    if (qualifiers.size() > index) {
      throw body.badQualifier(index, "`;`");
    }
  }

  /** {@code cp.async.bulk.prefetch.L2.global [a], size;}: a hint to the L2, without effect. */
  private void prefetch(InstructionSyntax instruction) {
    List<String> qualifiers = instruction.qualifiers();
    boolean named =
        qualifiers.size() >= 5
            && qualifiers.get(3).equals("L2")
            && qualifiers.get(4).equals("global");
    if (!named) {
      throw body.unsupported("`cp.async.bulk.prefetch.L2.global`");
    }
    boolean hint = hint(qualifiers, 5);
    body.expectOperands(hint ? 3 : 2, hint ? 3 : 2);
    operands.address(operands.operand(0), StateSpace.GLOBAL);
    operands.read(operands.operand(1), ScalarType.U32);
    policy(hint);
  }

  /** Whether the qualifiers end with a cache hint, from an index on; nothing else may follow. */
  private boolean hint(List<String> qualifiers, int index) {
    boolean hint = qualifiers.size() > index && qualifiers.get(index).equals("L2::cache_hint");
    expectEnd(qualifiers, hint ? index + 1 : index);
    return hint;
  }

  private void policy(boolean hint) {
    if (hint) {
      int last = body.instruction().operands().size() - 1;
      operands.read(operands.operand(last), ScalarType.B64);
    }
  }

  /**
   * {@code cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes[.multicast::cluster]
   * [to], [from], size, [barrier][, ranks];}, or from {@code .shared::cta} to another CTA.
   */
  private void toShared(InstructionSyntax instruction) {
    List<String> qualifiers = instruction.qualifiers();
    String target = qualifiers.size() < 3 ? "" : qualifiers.get(2);
    if (!target.equals("shared::cta") && !target.equals(CLUSTER)) {
      throw form();
    }
    String source = qualifiers.size() < 4 ? "" : qualifiers.get(3);
    if (source.equals("shared::cta") && target.equals(CLUSTER)) {
      toPeer(instruction, 4, null, null);
      return;
    }
    if (!source.equals("global")
        || qualifiers.size() < 5
        || !qualifiers.get(4).equals(COMPLETION)) {
      throw form();
    }
    boolean several = qualifiers.size() > 5 && qualifiers.get(5).equals(MULTICAST);
    if (several && target.equals("shared::cta")) {
      throw body.badQualifier(
          2, "`.shared::cluster`: a copy to several CTAs is to those of a cluster");
    }
    boolean hint = hint(qualifiers, several ? 6 : 5);
    int count = 4 + (several ? 1 : 0) + (hint ? 1 : 0);
    body.expectOperands(count, count);
    StateSpace space = target.equals(CLUSTER) ? StateSpace.SHARED_CLUSTER : StateSpace.SHARED;
    Address shared = operands.address(operands.operand(0), space);
    Address global = operands.address(operands.operand(1), StateSpace.GLOBAL);
    int size = operands.read(operands.operand(2), ScalarType.U32);
    Address barrier = operands.address(operands.operand(3), space);
    Integer ranks = several ? operands.read(operands.operand(4), ScalarType.U16) : null;
    policy(hint);
    body.emit(
        new BulkCopy(
            body.guard, body.position, true, shared, global, size, barrier, null, null, ranks));
  }

  /**
   * {@code .shared::cluster.shared::cta.mbarrier::complete_tx::bytes [to], [from], size,
   * [barrier];}
   *
   * @param index of the qualifier of the completion
   * @param update of each element; null to overwrite it
   */
  private void toPeer(
      InstructionSyntax instruction,
      int index,
      @Nullable AtomicOperation update,
      @Nullable ScalarType type) {
    List<String> qualifiers = instruction.qualifiers();
    if (qualifiers.size() <= index || !qualifiers.get(index).equals(COMPLETION)) {
      throw body.unsupported("`.shared::cluster.shared::cta." + COMPLETION + "`");
    }
    expectEnd(qualifiers, index + (update == null ? 1 : 3));
    body.expectOperands(4, 4);
    Address target = operands.address(operands.operand(0), StateSpace.SHARED_CLUSTER);
    Address source = operands.address(operands.operand(1), StateSpace.SHARED);
    int size = operands.read(operands.operand(2), ScalarType.U32);
    Address barrier = operands.address(operands.operand(3), StateSpace.SHARED_CLUSTER);
    body.emit(new PeerCopy(body.guard, body.position, target, source, size, barrier, update, type));
  }

  private RuntimeException form() {
    return body.unsupported(
        "`.shared::cta.global."
            + COMPLETION
            + "`, `.shared::cluster.global."
            + COMPLETION
            + "`, `.shared::cluster.shared::cta."
            + COMPLETION
            + "`, `.global.shared::cta.bulk_group`, `.commit_group`, `.wait_group` or `.prefetch`");
  }

  /**
   * {@code .global.shared::cta.bulk_group [to], [from], size;}
   *
   * @param index of the first of these qualifiers
   * @param update of each element; null to overwrite it
   */
  private void fromShared(
      InstructionSyntax instruction, int index, @Nullable AtomicOperation update) {
    List<String> qualifiers = instruction.qualifiers();
    boolean named =
        qualifiers.size() > index + 2
            && qualifiers.get(index).equals("global")
            && qualifiers.get(index + 1).equals("shared::cta")
            && qualifiers.get(index + 2).equals("bulk_group");
    if (!named) {
      throw form();
    }
    boolean hint =
        qualifiers.size() > index + 3 && qualifiers.get(index + 3).equals("L2::cache_hint");
    int next = hint ? index + 4 : index + 3;
    ScalarType type = null;
    if (update != null) {
      type = type(qualifiers, next, update);
    } else {
      expectEnd(qualifiers, next);
    }
    body.expectOperands(hint ? 4 : 3, hint ? 4 : 3);
    Address global = operands.address(operands.operand(0), StateSpace.GLOBAL);
    Address shared = operands.address(operands.operand(1), StateSpace.SHARED);
    int size = operands.read(operands.operand(2), ScalarType.U32);
    policy(hint);
    body.emit(
        new BulkCopy(
            body.guard, body.position, false, shared, global, size, null, update, type, null));
  }

  /**
   * The elements of a reduction of global memory.
   *
   * @param index of the qualifier of the operation
   */
  private ScalarType type(List<String> qualifiers, int index, AtomicOperation update) {
    boolean named = qualifiers.size() > index + 2 && qualifiers.get(index + 1).equals("noftz");
    ScalarType type = TypeNames.find(qualifiers.getLast());
    boolean half = type == ScalarType.F16 || type == ScalarType.BF16;
    if (half && update == AtomicOperation.ADD && !named) {
      throw body.badQualifier(
          qualifiers.size() - 1, "`.noftz` before it: `.add.noftz` keeps subnormal numbers");
    }
    boolean keeps = half && update == AtomicOperation.ADD;
    if (qualifiers.size() != index + (keeps ? 3 : 2) || type == null || !takes(update, type)) {
      throw body.badQualifier(qualifiers.size() - 1, "a type that the reduction takes");
    }
    return type;
  }

  /** {@code cp.reduce.async.bulk…}. */
  void reduce(InstructionSyntax instruction) {
    List<String> qualifiers = instruction.qualifiers();
    boolean bulk =
        qualifiers.size() >= 4
            && qualifiers.get(1).equals("async")
            && qualifiers.get(2).equals("bulk");
    if (bulk && qualifiers.get(3).equals("tensor")) {
      new TensorLowering(body, operands).reduce(instruction);
      return;
    }
    boolean toPeer =
        bulk
            && qualifiers.size() >= 5
            && qualifiers.get(3).equals(CLUSTER)
            && qualifiers.get(4).equals("shared::cta");
    if (!bulk || !(toPeer || qualifiers.get(3).equals("global"))) {
      throw body.unsupported(
          "`cp.reduce.async.bulk.global.shared::cta.bulk_group` or `cp.reduce.async.bulk.shared::cluster.shared::cta."
              + COMPLETION
              + "`");
    }
    AtomicOperation update = null;
    for (String qualifier : qualifiers.subList(4, qualifiers.size())) {
      AtomicOperation named = MemoryQualifiers.operation(qualifier);
      update = update == null ? named : update;
    }
    if (update == null || update == AtomicOperation.EXCH || update == AtomicOperation.CAS) {
      throw body.unsupported("a reduction, such as `.add`");
    }
    if (toPeer) {
      ScalarType type = TypeNames.find(qualifiers.getLast());
      if (type == null || !takesInShared(update, type)) {
        throw body.badQualifier(
            qualifiers.size() - 1, "a type that the reduction takes in shared memory");
      }
      toPeer(instruction, 5, update, type);
    } else {
      fromShared(instruction, 3, update);
    }
  }

  private static boolean takesInShared(AtomicOperation update, ScalarType type) {
    return switch (update) {
      case ADD -> type == ScalarType.U32 || type == ScalarType.S32 || type == ScalarType.U64;
      case MIN, MAX -> type == ScalarType.U32 || type == ScalarType.S32;
      case INC, DEC -> type == ScalarType.U32;
      case AND, OR, XOR -> type == ScalarType.B32;
      default -> false;
    };
  }

  private static boolean takes(AtomicOperation update, ScalarType type) {
    return switch (update) {
      case ADD ->
          type == ScalarType.U32
              || type == ScalarType.S32
              || type == ScalarType.U64
              || type == ScalarType.F32
              || type == ScalarType.F64
              || type == ScalarType.F16
              || type == ScalarType.BF16;
      case MIN, MAX ->
          type == ScalarType.U32
              || type == ScalarType.S32
              || type == ScalarType.U64
              || type == ScalarType.S64
              || type == ScalarType.F16
              || type == ScalarType.BF16;
      case INC, DEC -> type == ScalarType.U32;
      case AND, OR, XOR -> type == ScalarType.B32 || type == ScalarType.B64;
      default -> false;
    };
  }

  /** {@code fence.proxy.async[.space];}, {@code fence.proxy.tensormap::generic…}. */
  void proxyFence(InstructionSyntax instruction) {
    if (instruction.has("tensormap::generic")) {
      new TensorLowering(body, operands).fence(instruction);
      return;
    }
    body.expectOperands(0, 0);
    List<String> qualifiers = instruction.qualifiers();
    String space = qualifiers.size() < 3 ? "" : qualifiers.get(2);
    ProxyObjects objects =
        switch (space) {
          case "" -> ProxyObjects.ALL;
          case "global" -> ProxyObjects.GLOBAL;
          case "shared::cta", "shared::cluster" -> ProxyObjects.SHARED;
          default -> throw body.badQualifier(2, "`.global`, `.shared::cta` or `.shared::cluster`");
        };
    expectEnd(qualifiers, 3);
    body.emit(new ProxyFence(body.guard, body.position, objects));
  }

  /**
   * {@code fence.mbarrier_init.release.cluster;} orders what its thread has initialised with what
   * other CTAs of its cluster do.
   */
  void initFence(InstructionSyntax instruction) {
    body.expectOperands(0, 0);
    if (!instruction.qualifiers().equals(List.of("mbarrier_init", "release", "cluster"))) {
      throw body.unsupported("`fence.mbarrier_init.release.cluster`");
    }
    body.emit(new InitialisationFence(body.guard, body.position));
  }
}
