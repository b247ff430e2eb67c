package dev.syncopate.ptx.lower;

import dev.syncopate.ptx.ir.Address;
import dev.syncopate.ptx.ir.Arithmetic.AddressRank;
import dev.syncopate.ptx.ir.Arithmetic.MapAddress;
import dev.syncopate.ptx.ir.AtomicOperation;
import dev.syncopate.ptx.ir.MemoryInstruction.StoreAsync;
import dev.syncopate.ptx.ir.ScalarType;
import dev.syncopate.ptx.ir.StateSpace;
import dev.syncopate.ptx.syntax.InstructionSyntax;
import dev.syncopate.ptx.syntax.OperandSyntax;
import dev.syncopate.ptx.syntax.TypeNames;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lowers what names shared memory of other CTAs of the cluster and nothing else does: {@code mapa},
 * {@code getctarank}, {@code st.async}, {@code red.async}.
 */
final class ClusterLowering {
  private static final String COMPLETION = "mbarrier::complete_tx::bytes";
  private static final String CLUSTER = "shared::cluster";

  private final FunctionBody body;
  private final OperandResolver operands;

  ClusterLowering(FunctionBody body, OperandResolver operands) {
    this.body = body;
    this.operands = operands;
  }

  /** {@code mapa.u64 to, from, rank;}, {@code mapa.shared::cluster.u32 to, from, rank;}. */
  void mapAddress(InstructionSyntax instruction) {
    body.expectOperands(3, 3);
    boolean generic = !isInWindow(instruction);
    ScalarType type = addressType(instruction, !generic);
    int source = operands.read(operands.operand(1), type);
    int rank = operands.read(operands.operand(2), ScalarType.U32);
    int destination = operands.write(operands.operand(0), type);
    body.emit(new MapAddress(body.guard, body.position, generic, destination, source, rank));
  }

  /**
   * {@code getctarank.u64 rank, address;}, {@code getctarank.shared::cluster.u32 rank, address;}.
   */
  void addressRank(InstructionSyntax instruction) {
    body.expectOperands(2, 2);
    ScalarType type = addressType(instruction, isInWindow(instruction));
    int address = operands.read(operands.operand(1), type);
    int rank = operands.write(operands.operand(0), ScalarType.U32);
    body.emit(new AddressRank(body.guard, body.position, rank, address));
  }

  private static boolean isInWindow(InstructionSyntax instruction) {
    return !instruction.qualifiers().isEmpty() && instruction.qualifiers().get(0).equals(CLUSTER);
  }

  /** The type of an address, which is the last qualifier; a generic one has 64 bits. */
  private ScalarType addressType(InstructionSyntax instruction, boolean inWindow) {
    List<String> qualifiers = instruction.qualifiers();
    ScalarType type = qualifiers.isEmpty() ? null : TypeNames.find(qualifiers.getLast());
    boolean fits = type == ScalarType.U64 || (type == ScalarType.U32 && inWindow);
    if (qualifiers.size() != (inWindow ? 2 : 1) || type == null || !fits) {
      throw body.unsupported("`.shared::cluster` with `.u32` or `.u64`, or `.u64` alone");
    }
    return type;
  }

  /**
   * {@code st.async[.weak].shared::cluster.mbarrier::complete_tx::bytes[.vec].type [to], b, [m];}.
   */
  void storeAsync(InstructionSyntax instruction) {
    List<String> qualifiers = instruction.qualifiers();
    int next = qualifiers.get(0).equals("async") ? 1 : 0;
    next += next < qualifiers.size() && qualifiers.get(next).equals("weak") ? 1 : 0;
    next = completion(qualifiers, next, "`st.async.shared::cluster." + COMPLETION + "`");
    int elements = 1;
    if (next < qualifiers.size()
        && (qualifiers.get(next).equals("v2") || qualifiers.get(next).equals("v4"))) {
      elements = qualifiers.get(next).charAt(1) - '0';
      next++;
    }
    ScalarType type = next == qualifiers.size() - 1 ? TypeNames.find(qualifiers.get(next)) : null;
    boolean fits =
        type != null
            && (type.bits() == 32 || type.bits() == 64)
            && type.bits() * elements <= 128
            && type != ScalarType.PRED;
    if (type == null || !fits) {
      throw body.unsupported("one to four elements of 32 or 64 bits, 128 bits at most");
    }
    emit(null, type, elements);
  }

  /**
   * {@code red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.op.type [to], b,
   * [m];}.
   */
  void reduceAsync(InstructionSyntax instruction) {
    List<String> qualifiers = instruction.qualifiers();
    int next = 0;
    for (String expected : List.of("async", "relaxed", "cluster")) {
      if (next >= qualifiers.size() || !qualifiers.get(next++).equals(expected)) {
        throw body.unsupported("`red.async.relaxed.cluster`");
      }
    }
    next =
        completion(
            qualifiers, next, "`red.async.relaxed.cluster.shared::cluster." + COMPLETION + "`");
    AtomicOperation operation =
        next < qualifiers.size() ? MemoryQualifiers.operation(qualifiers.get(next)) : null;
    ScalarType type = next == qualifiers.size() - 2 ? TypeNames.find(qualifiers.getLast()) : null;
    if (operation == null || type == null || !takes(operation, type)) {
      throw body.unsupported("an operation and a type that it takes, such as `.add.u32`");
    }
    emit(operation, type, 1);
  }

  /** Checks the space and what completes; returns the index of the next qualifier. */
  private int completion(List<String> qualifiers, int index, String expected) {
    boolean names =
        qualifiers.size() > index + 1
            && qualifiers.get(index).equals(CLUSTER)
            && qualifiers.get(index + 1).equals(COMPLETION);
    if (!names) {
      throw body.unsupported(expected);
    }
    return index + 2;
  }

  private static boolean takes(AtomicOperation operation, ScalarType type) {
    return switch (operation) {
      case INC, DEC -> type == ScalarType.U32;
      case MIN, MAX -> type == ScalarType.U32 || type == ScalarType.S32;
      case ADD -> type == ScalarType.U32 || type == ScalarType.S32 || type == ScalarType.U64;
      case AND, OR, XOR -> type == ScalarType.B32;
      default -> false;
    };
  }

  private void emit(@Nullable AtomicOperation operation, ScalarType type, int elements) {
    body.expectOperands(3, 3);
    Address address = operands.address(operands.operand(0), StateSpace.SHARED_CLUSTER);
    List<Integer> values = new ArrayList<>(elements);
    for (OperandSyntax element : operands.elements(operands.operand(1), elements)) {
      values.add(operands.read(element, type));
    }
    Address barrier = operands.address(operands.operand(2), StateSpace.SHARED_CLUSTER);
    body.emit(new StoreAsync(body.guard, body.position, operation, type, address, barrier, values));
  }
}
