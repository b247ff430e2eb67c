package dev.syncopate.ptx.lower;

import dev.syncopate.ptx.ir.Address;
import dev.syncopate.ptx.ir.MemoryInstruction.Fence;
import dev.syncopate.ptx.ir.MemoryInstruction.Load;
import dev.syncopate.ptx.ir.MemoryInstruction.Store;
import dev.syncopate.ptx.ir.MemoryInstruction.Transaction;
import dev.syncopate.ptx.ir.MemoryOrder;
import dev.syncopate.ptx.ir.MemoryScope;
import dev.syncopate.ptx.ir.ScalarType;
import dev.syncopate.ptx.ir.StateSpace;
import dev.syncopate.ptx.lower.MemoryQualifiers.Kind;
import dev.syncopate.ptx.syntax.InstructionSyntax;
import dev.syncopate.ptx.syntax.OperandSyntax;
import dev.syncopate.ptx.syntax.OperandSyntax.Name;
import dev.syncopate.ptx.syntax.source.NearestWord;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lowers loads, stores, fences and the transaction extension. */
final class MemoryLowering {
  private static final int NO_MEETING_YET = -1;

  /** Bits that a lane moves at most, in any space and to and from {@code .global}. */
  private static final int WIDE = 128;

  private static final int WIDEST = 256;

  /** What {@code applypriority} and {@code discard} name: the line of an L2. */
  private static final int HINTED_BYTES = 128;

  private final FunctionBody body;
  private final OperandResolver operands;
  private final VariableStorage variables;
  private final ParameterAccess parameters;

  MemoryLowering(
      FunctionBody body,
      OperandResolver operands,
      VariableStorage variables,
      ParameterAccess parameters) {
    this.body = body;
    this.operands = operands;
    this.variables = variables;
    this.parameters = parameters;
  }

  /** {@code ld}, {@code ldu}. */
  void load() {
    MemoryQualifiers q =
        MemoryQualifiers.of(
            body,
            Kind.VECTOR,
            Kind.CACHE,
            Kind.NON_COHERENT,
            Kind.HINT,
            Kind.VOLATILE,
            Kind.MMIO,
            Kind.REMOTE);
    operands.cachePolicy(2);
    ScalarType type = checkedType(q);
    MemoryOrder order = q.orderOr(MemoryOrder.WEAK);
    if (order == MemoryOrder.RELEASE || order == MemoryOrder.ACQ_REL) {
      throw body.unsupported("a load that is `.weak`, `.relaxed`, `.acquire` or `.volatile`");
    }
    if (q.remote && order != MemoryOrder.ACQUIRE) {
      throw body.unsupported("`.acquire` with `.remote`");
    }
    if (type == ScalarType.B128) {
      int first = operands.wide(operands.operand(0));
      if (parameters.isRegisterAccess(operands.operand(1), q.space)) {
        parameters.loadWide((OperandSyntax.Memory) operands.operand(1), first);
        return;
      }
      StateSpace space = parameterSpace(q.space);
      Address address = operands.address(operands.operand(1), space);
      emitLoad(q, order, space, ScalarType.B64, address, List.of(first, first + 1), 64);
      return;
    }
    List<OperandSyntax> targetOperands = operands.elements(operands.operand(0), q.elements);
    if (parameters.isRegisterAccess(operands.operand(1), q.space)) {
      parameters.load((OperandSyntax.Memory) operands.operand(1), type, targetOperands);
      return;
    }
    StateSpace space = parameterSpace(q.space);
    Address address = operands.address(operands.operand(1), space);
    List<Integer> destinations = new ArrayList<>(targetOperands.size());
    int width = 0;
    for (OperandSyntax element : targetOperands) {
      destinations.add(operands.writeWideIfGiven(element, type));
      int bits = operands.width(element, type);
      if (operands.register(element) != null) {
        if (width != 0 && bits != width) {
          throw body.unexpected(
              element.at(), "a register of " + bits + " bits", width + " bits, as before it");
        }
        width = bits;
      }
    }
    int bits = width == 0 ? Math.max(16, type.bits()) : width;
    emitLoad(q, order, space, type, address, List.copyOf(destinations), bits);
  }

  private void emitLoad(
      MemoryQualifiers q,
      MemoryOrder order,
      StateSpace space,
      ScalarType type,
      Address address,
      List<Integer> destinations,
      int registerBits) {
    body.emit(
        new Load(
            body.guard,
            body.position,
            space,
            order,
            q.scopeOf(order),
            q.remote,
            q.isVolatile,
            q.nonCoherent || body.instruction().opcode().equals("ldu"),
            q.cache,
            type,
            address,
            destinations,
            registerBits));
  }

  /** {@code st}. */
  void store() {
    MemoryQualifiers q =
        MemoryQualifiers.of(
            body, Kind.VECTOR, Kind.CACHE, Kind.HINT, Kind.VOLATILE, Kind.MMIO, Kind.REMOTE);
    operands.cachePolicy(2);
    ScalarType type = checkedType(q);
    MemoryOrder order = q.orderOr(MemoryOrder.WEAK);
    if (order == MemoryOrder.ACQUIRE || order == MemoryOrder.ACQ_REL) {
      throw body.unsupported("a store that is `.weak`, `.relaxed`, `.release` or `.volatile`");
    }
    if (q.remote && order != MemoryOrder.RELEASE) {
      throw body.unsupported("`.release` with `.remote`");
    }
    boolean wide = type == ScalarType.B128;
    List<OperandSyntax> sourceOperands =
        wide ? List.of() : operands.elements(operands.operand(1), q.elements);
    if (parameters.isRegisterAccess(operands.operand(0), q.space)) {
      OperandSyntax.Memory parameter = (OperandSyntax.Memory) operands.operand(0);
      if (wide) {
        parameters.storeWide(parameter, operands.wide(operands.operand(1)));
      } else {
        parameters.store(parameter, type, sourceOperands);
      }
      return;
    }
    if (q.space == StateSpace.CONST || q.space == StateSpace.PARAM) {
      throw body.unsupported("a store to memory that can be written");
    }
    Address address = operands.address(operands.operand(0), q.space);
    List<Integer> values = new ArrayList<>(sourceOperands.size());
    for (OperandSyntax element : sourceOperands) {
      values.add(operands.readWide(element, type));
    }
    if (wide) {
      int first = operands.wide(operands.operand(1));
      values.addAll(List.of(first, first + 1));
    }
    body.emit(
        new Store(
            body.guard,
            body.position,
            q.space,
            order,
            q.scopeOf(order),
            q.remote,
            q.isVolatile,
            q.cache,
            wide ? ScalarType.B64 : type,
            address,
            List.copyOf(values)));
  }

  private ScalarType checkedType(MemoryQualifiers q) {
    ScalarType type = q.type();
    if (q.mmio && (q.order != MemoryOrder.RELAXED || q.scope != MemoryScope.SYS)) {
      throw body.unsupported("`.relaxed.sys` with `.mmio`");
    }
    boolean half = type == ScalarType.F16 || type == ScalarType.BF16;
    int bits = type.bits() * q.elements;
    boolean widest = bits == WIDEST && type.bits() >= 32 && type != ScalarType.B128;
    if ((bits > WIDE && !widest)
        || (q.elements == 8 && !widest)
        || (type.kind() == ScalarType.Class.FLOAT
            && type != ScalarType.F32
            && type != ScalarType.F64
            && !half)) {
      throw body.unsupported(
          "a type that memory has, at most 128 bits together, or `.v8` of 32 or `.v4` of 64 bits");
    }
    if (widest && q.space != StateSpace.GLOBAL && q.space != StateSpace.GENERIC) {
      throw body.unsupported("256 bits in `.global` or at a generic address");
    }
    return type;
  }

  /** A parameter of a function whose address is taken has a copy in local memory. */
  private StateSpace parameterSpace(StateSpace space) {
    return space == StateSpace.PARAM && !body.function().kernel() && variables.hasCopies()
        ? StateSpace.LOCAL
        : space;
  }

  /**
   * {@code applypriority.global.L2::evict_normal [a], 128;} and {@code discard.global.L2 [a],
   * 128;}. What is in memory after a discard is not defined: here it is what was there.
   */
  void lineHint(InstructionSyntax instruction) {
    body.expectOperands(2, 2);
    String level = instruction.opcode().equals("discard") ? "L2" : "L2::evict_normal";
    StateSpace space = StateSpace.GENERIC;
    boolean named = false;
    for (int i = 0; i < instruction.qualifiers().size(); i++) {
      String qualifier = instruction.qualifiers().get(i);
      if (qualifier.equals("global") && i == 0) {
        space = StateSpace.GLOBAL;
      } else if (qualifier.equals(level) && !named) {
        named = true;
      } else {
        throw body.badQualifier(i, "`.global`, then `." + level + "`");
      }
    }
    if (!named) {
      throw body.unsupported("`." + level + "`");
    }
    operands.address(operands.operand(0), space);
    OperandSyntax size = operands.operand(1);
    if (!(size instanceof OperandSyntax.Literal literal)
        || literal.form() != OperandSyntax.Form.INTEGER
        || literal.bits() != HINTED_BYTES) {
      throw body.unexpected(size.at(), size.description(), "a size of " + HINTED_BYTES);
    }
  }

  /** {@code createpolicy}: caches here heed no policy, so that all of them are the same number. */
  void policy(InstructionSyntax instruction) {
    String kind = instruction.qualifiers().isEmpty() ? "" : instruction.qualifiers().get(0);
    switch (kind) {
      case "fractional" -> body.expectOperands(1, 2);
      case "range" -> body.expectOperands(4, 4);
      case "cvt" -> body.expectOperands(2, 2);
      default ->
          throw body.unsupported(
              "`createpolicy.fractional`, `createpolicy.range` or `createpolicy.cvt`");
    }
    for (int i = 1; i < instruction.qualifiers().size(); i++) {
      String qualifier = instruction.qualifiers().get(i);
      if (!qualifier.startsWith("L2") && !qualifier.equals("global") && !qualifier.equals("b64")) {
        throw body.badQualifier(i, "a priority such as `.L2::evict_last`, then `.b64`");
      }
    }
    int policy = operands.write(operands.operand(0), ScalarType.B64);
    body.move(body.guard, policy, body.module.constants.number(0), 64);
  }

  /** {@code membar.gl}, {@code fence.acq_rel.gpu}, … */
  void fence(InstructionSyntax instruction) {
    String first = instruction.qualifiers().isEmpty() ? "" : instruction.qualifiers().get(0);
    if (first.equals("proxy")) {
      new BulkLowering(body, operands).proxyFence(instruction);
      return;
    }
    if (first.equals("mbarrier_init")) {
      new BulkLowering(body, operands).initFence(instruction);
      return;
    }
    body.expectOperands(0, 0);
    boolean membar = instruction.opcode().equals("membar");
    MemoryOrder order = membar ? MemoryOrder.SC : null;
    MemoryScope scope = null;
    for (int i = 0; i < instruction.qualifiers().size(); i++) {
      String qualifier = instruction.qualifiers().get(i);
      MemoryOrder namedOrder = membar ? null : order(qualifier);
      MemoryScope namedScope = scope(qualifier, membar);
      if (namedOrder != null && order == null) {
        order = namedOrder;
      } else if (namedScope != null && scope == null) {
        scope = namedScope;
      } else {
        throw body.badQualifier(
            i,
            membar
                ? "`.cta`, `.gl` or `.sys`"
                : "`.sc`, `.acq_rel`, `.acquire` or `.release`, then `.cta`, `.cluster`, `.gpu` or"
                    + " `.sys`");
      }
    }
    if (scope == null) {
      throw body.unsupported("a scope");
    }
    body.emit(
        new Fence(body.guard, body.position, order == null ? MemoryOrder.ACQ_REL : order, scope));
  }

  private static @Nullable MemoryOrder order(String qualifier) {
    return switch (qualifier) {
      case "sc" -> MemoryOrder.SC;
      case "acq_rel" -> MemoryOrder.ACQ_REL;
      case "acquire" -> MemoryOrder.ACQUIRE;
      case "release" -> MemoryOrder.RELEASE;
      default -> null;
    };
  }

  private static @Nullable MemoryScope scope(String qualifier, boolean membar) {
    return switch (qualifier) {
      case "cta" -> MemoryScope.CTA;
      case "cluster" -> membar ? null : MemoryScope.CLUSTER;
      case "sys" -> MemoryScope.SYS;
      case "gl" -> membar ? MemoryScope.GPU : null;
      case "gpu" -> membar ? null : MemoryScope.GPU;
      default -> null;
    };
  }

  /** {@code tx.begin}, {@code tx.commit}. */
  void transaction(InstructionSyntax instruction) {
    String named = instruction.qualifiers().isEmpty() ? "" : instruction.qualifiers().get(0);
    if (!named.equals("begin") && !named.equals("commit")) {
      String nearest = NearestWord.to(named, List.of("begin", "commit"));
      throw body.unsupported(
          "`tx.begin` or `tx.commit`"
              + (nearest == null ? "" : " (the nearest is `tx." + nearest + "`)"));
    }
    if (instruction.qualifiers().size() > 1) {
      throw body.badQualifier(1, "`;`");
    }
    body.expectOperands(0, 0);
    Name guard = instruction.guard();
    if (guard != null) {
      throw body.unexpected(
          guard.at(),
          "`tx." + named + "` under a guard",
          "it for all lanes that come to it, and a branch around it for the others");
    }
    body.emit(new Transaction(body.position, named.equals("begin"), false, NO_MEETING_YET));
  }
}
