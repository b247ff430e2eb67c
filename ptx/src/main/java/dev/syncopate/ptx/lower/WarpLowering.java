package dev.syncopate.ptx.lower;

import dev.syncopate.ptx.ir.AtomicOperation;
import dev.syncopate.ptx.ir.ScalarType;
import dev.syncopate.ptx.ir.WarpInstruction;
import dev.syncopate.ptx.ir.WarpInstruction.ActiveMask;
import dev.syncopate.ptx.ir.WarpInstruction.Barrier;
import dev.syncopate.ptx.ir.WarpInstruction.Elect;
import dev.syncopate.ptx.ir.WarpInstruction.ShuffleMode;
import dev.syncopate.ptx.ir.WarpInstruction.VoteMode;
import dev.syncopate.ptx.ir.WarpInstruction.WarpReduce;
import dev.syncopate.ptx.ir.WarpInstruction.WarpSync;
import dev.syncopate.ptx.lower.OperandResolver.PredicateUse;
import dev.syncopate.ptx.syntax.InstructionSyntax;
import dev.syncopate.ptx.syntax.OperandSyntax;
import dev.syncopate.ptx.syntax.OperandSyntax.Pair;
import dev.syncopate.ptx.syntax.TypeNames;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lowers barriers, and what the lanes of a warp do together. */
final class WarpLowering {
  private static final int NONE = -1;

  private final FunctionBody body;
  private final OperandResolver operands;

  WarpLowering(FunctionBody body, OperandResolver operands) {
    this.body = body;
    this.operands = operands;
  }

  /** {@code bar}, {@code barrier}. */
  void barrier(InstructionSyntax instruction) {
    if (instruction.opcode().equals("barrier") && instruction.has("cluster")) {
      clusterBarrier(instruction);
      return;
    }
    WarpInstruction.BarrierKind kind = null;
    boolean warp = false;
    for (int i = 0; i < instruction.qualifiers().size(); i++) {
      switch (instruction.qualifiers().get(i)) {
        case "sync" -> kind = WarpInstruction.BarrierKind.SYNC;
        case "arrive" -> kind = WarpInstruction.BarrierKind.ARRIVE;
        case "and" -> kind = WarpInstruction.BarrierKind.RED_AND;
        case "or" -> kind = WarpInstruction.BarrierKind.RED_OR;
        case "popc" -> kind = WarpInstruction.BarrierKind.RED_POPC;
        case "warp" -> warp = true;
        case "red", "cta", "aligned", "pred", "u32" -> {}
        default -> throw body.badQualifier(i, "`.sync`, `.arrive` or `.red` and their qualifiers");
      }
    }
    if (kind == null || (warp && kind != WarpInstruction.BarrierKind.SYNC)) {
      throw body.unsupported("`.sync`, `.arrive`, `.red.popc`, `.red.and` or `.red.or`");
    }
    if (warp) {
      body.expectOperands(1, 1);
      int mask = operands.read(operands.operand(0), ScalarType.B32);
      body.emit(new WarpSync(body.guard, body.position, mask));
    } else if (kind == WarpInstruction.BarrierKind.SYNC
        || kind == WarpInstruction.BarrierKind.ARRIVE) {
      body.expectOperands(kind == WarpInstruction.BarrierKind.SYNC ? 1 : 2, 2);
      boolean counted = instruction.operands().size() == 2;
      emitBarrier(kind, 0, counted, new PredicateUse(NONE, false), NONE);
    } else {
      reduction(kind);
    }
  }

  /** {@code barrier.cluster.arrive} and {@code barrier.cluster.wait}. */
  private void clusterBarrier(InstructionSyntax instruction) {
    List<String> qualifiers = instruction.qualifiers();
    boolean arrives = qualifiers.size() > 1 && qualifiers.get(1).equals("arrive");
    boolean waits = qualifiers.size() > 1 && qualifiers.get(1).equals("wait");
    if (!qualifiers.getFirst().equals("cluster") || (!arrives && !waits)) {
      throw body.unsupported("`barrier.cluster.arrive` or `barrier.cluster.wait`");
    }
    boolean ordered = true;
    boolean aligned = false;
    for (int i = 2; i < qualifiers.size(); i++) {
      String qualifier = qualifiers.get(i);
      boolean isOrder =
          i == 2
              && (arrives
                  ? qualifier.equals("release") || qualifier.equals("relaxed")
                  : qualifier.equals("acquire"));
      if (isOrder) {
        ordered = !qualifier.equals("relaxed");
      } else if (qualifier.equals("aligned") && i == qualifiers.size() - 1) {
        aligned = true;
      } else {
        throw body.badQualifier(
            i,
            arrives ? "`.release` or `.relaxed`, then `.aligned`" : "`.acquire`, then `.aligned`");
      }
    }
    body.expectOperands(0, 0);
    body.emit(
        new WarpInstruction.ClusterBarrier(body.guard, body.position, arrives, ordered, aligned));
  }

  private void reduction(WarpInstruction.BarrierKind kind) {
    body.expectOperands(3, 4);
    int last = body.instruction().operands().size() - 1;
    PredicateUse predicate = operands.readPredicate(operands.operand(last));
    OperandSyntax target = operands.operand(0);
    int destination =
        kind == WarpInstruction.BarrierKind.RED_POPC
            ? operands.writeIfGiven(target, ScalarType.U32)
            : operands.writePredicate(target);
    emitBarrier(kind, 1, last == 3, predicate, destination);
  }

  private void emitBarrier(
      WarpInstruction.BarrierKind kind,
      int first,
      boolean counted,
      PredicateUse predicate,
      int destination) {
    int id = operands.read(operands.operand(first), ScalarType.U32);
    int count = counted ? operands.read(operands.operand(first + 1), ScalarType.U32) : 0;
    InstructionSyntax instruction = body.instruction();
    boolean aligned =
        instruction.opcode().equals("bar") || instruction.qualifiers().contains("aligned");
    body.emit(
        new Barrier(
            body.guard,
            body.position,
            kind,
            id,
            counted,
            count,
            predicate.predicate(),
            predicate.negated(),
            destination,
            aligned));
  }

  /** Whether {@code .sync} is there; every other qualifier must be one of these. */
  private boolean isSync(InstructionSyntax instruction, String... extraQualifiers) {
    boolean sync = false;
    for (int i = 0; i < instruction.qualifiers().size(); i++) {
      String qualifier = instruction.qualifiers().get(i);
      boolean recognised = qualifier.equals("sync");
      sync |= recognised;
      for (String extra : extraQualifiers) {
        recognised |= qualifier.equals(extra);
      }
      if (!recognised) {
        throw body.badQualifier(i, "a qualifier of `" + instruction.opcode() + "`");
      }
    }
    return sync;
  }

  private int mask(int index) {
    return operands.read(operands.operand(index), ScalarType.B32);
  }

  /** {@code shfl}. */
  void shuffle(InstructionSyntax instruction) {
    boolean sync = isSync(instruction, "up", "down", "bfly", "idx", "b32");
    ShuffleMode mode =
        instruction.has("up")
            ? ShuffleMode.UP
            : instruction.has("down")
                ? ShuffleMode.DOWN
                : instruction.has("bfly")
                    ? ShuffleMode.BFLY
                    : instruction.has("idx") ? ShuffleMode.IDX : null;
    if (mode == null) {
      throw body.unsupported("`.up`, `.down`, `.bfly` or `.idx`");
    }
    body.expectOperands(sync ? 5 : 4, sync ? 5 : 4);
    int a = operands.read(operands.operand(1), ScalarType.B32);
    int b = operands.read(operands.operand(2), ScalarType.B32);
    int c = operands.read(operands.operand(3), ScalarType.B32);
    int mask = sync ? mask(4) : 0;
    OperandSyntax target = operands.operand(0);
    int p = NONE;
    if (target instanceof Pair pair) {
      target = pair.first();
      p = operands.writePredicate(pair.second());
    }
    int destination = operands.writeIfGiven(target, ScalarType.B32);
    body.emit(
        new WarpInstruction.Shuffle(
            body.guard, body.position, mode, destination, p, a, b, c, sync, mask));
  }

  /** {@code vote}. */
  void vote(InstructionSyntax instruction) {
    boolean sync = isSync(instruction, "all", "any", "uni", "ballot", "pred", "b32");
    VoteMode mode =
        instruction.has("ballot")
            ? VoteMode.BALLOT
            : instruction.has("all")
                ? VoteMode.ALL
                : instruction.has("any")
                    ? VoteMode.ANY
                    : instruction.has("uni") ? VoteMode.UNI : null;
    if (mode == null) {
      throw body.unsupported("`.all`, `.any`, `.uni` or `.ballot`");
    }
    body.expectOperands(sync ? 3 : 2, sync ? 3 : 2);
    PredicateUse predicate = operands.readPredicate(operands.operand(1));
    int mask = sync ? mask(2) : 0;
    int destination =
        mode == VoteMode.BALLOT
            ? operands.writeIfGiven(operands.operand(0), ScalarType.B32)
            : operands.writePredicate(operands.operand(0));
    body.emit(
        new WarpInstruction.Vote(
            body.guard,
            body.position,
            mode,
            destination,
            predicate.predicate(),
            predicate.negated(),
            sync,
            mask));
  }

  /** {@code match}. */
  void match(InstructionSyntax instruction) {
    if (!isSync(instruction, "any", "all", "b32", "b64")
        || instruction.has("any") == instruction.has("all")) {
      throw body.unsupported("`match.any.sync` or `match.all.sync`");
    }
    ScalarType type = instruction.has("b64") ? ScalarType.B64 : ScalarType.B32;
    body.expectOperands(3, 3);
    int a = operands.read(operands.operand(1), type);
    int mask = mask(2);
    OperandSyntax target = operands.operand(0);
    boolean matchAll = instruction.has("all");
    int p = NONE;
    if (target instanceof Pair pair && matchAll) {
      target = pair.first();
      p = operands.writePredicate(pair.second());
    }
    int destination = operands.writeIfGiven(target, ScalarType.B32);
    body.emit(
        new WarpInstruction.Match(
            body.guard, body.position, matchAll, type, destination, p, a, mask));
  }

  /** {@code redux}. */
  void reduce(InstructionSyntax instruction) {
    AtomicOperation operation = null;
    ScalarType type = null;
    boolean sync = false;
    for (int i = 0; i < instruction.qualifiers().size(); i++) {
      String qualifier = instruction.qualifiers().get(i);
      if (qualifier.equals("sync")) {
        sync = true;
      } else if (operation(qualifier) != null) {
        operation = operation(qualifier);
      } else if (type == null && TypeNames.find(qualifier) != null) {
        type = TypeNames.find(qualifier);
      } else {
        throw body.badQualifier(i, "`.sync`, an operation and a type");
      }
    }
    if (!sync || operation == null || type == null || !fits(operation, type)) {
      throw body.unsupported(
          "`redux.sync` with `.add`, `.min`, `.max` of `.u32` or `.s32`, or `.and`, `.or`, `.xor`"
              + " of `.b32`");
    }
    body.expectOperands(3, 3);
    int a = operands.read(operands.operand(1), type);
    int mask = mask(2);
    int destination = operands.write(operands.operand(0), type);
    body.emit(new WarpReduce(body.guard, body.position, operation, type, destination, a, mask));
  }

  private static @Nullable AtomicOperation operation(String qualifier) {
    AtomicOperation operation = MemoryQualifiers.operation(qualifier);
    if (operation == null) {
      return null;
    }
    return switch (operation) {
      case ADD, AND, OR, XOR, MIN, MAX -> operation;
      case INC, DEC, EXCH, CAS -> null;
    };
  }

  private static boolean fits(AtomicOperation operation, ScalarType type) {
    return switch (operation) {
      case AND, OR, XOR -> type == ScalarType.B32;
      default -> type == ScalarType.U32 || type == ScalarType.S32;
    };
  }

  /** {@code activemask}. */
  void activeMask(InstructionSyntax instruction) {
    isSync(instruction, "b32");
    body.expectOperands(1, 1);
    int destination = operands.write(operands.operand(0), ScalarType.B32);
    body.emit(new ActiveMask(body.guard, body.position, destination));
  }

  /** {@code elect.sync}. */
  void elect(InstructionSyntax instruction) {
    body.expectOperands(2, 2);
    if (!isSync(instruction) || !(operands.operand(0) instanceof Pair pair)) {
      throw body.unsupported("`elect.sync d|p, mask`");
    }
    int mask = mask(1);
    int destination = operands.writeIfGiven(pair.first(), ScalarType.B32);
    int p = operands.writePredicate(pair.second());
    if (p == NONE) {
      p = body.temporaryPredicate();
    }
    body.emit(new Elect(body.guard, body.position, destination, p, mask));
  }
}
