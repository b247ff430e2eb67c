package dev.syncopate.ptx.lower;

import dev.syncopate.ptx.alu.LanePredicate;
import dev.syncopate.ptx.ir.Arithmetic.PredicateLogic;
import dev.syncopate.ptx.ir.Arithmetic.PredicateOperation;
import dev.syncopate.ptx.ir.Arithmetic.Select;
import dev.syncopate.ptx.ir.Arithmetic.SetPredicate;
import dev.syncopate.ptx.ir.Arithmetic.SetValue;
import dev.syncopate.ptx.ir.Arithmetic.TestSpace;
import dev.syncopate.ptx.ir.Guard;
import dev.syncopate.ptx.ir.ScalarType;
import dev.syncopate.ptx.ir.StateSpace;
import dev.syncopate.ptx.lower.OperandResolver.PredicateUse;
import dev.syncopate.ptx.syntax.InstructionSyntax;
import dev.syncopate.ptx.syntax.OperandSyntax;
import dev.syncopate.ptx.syntax.TypeNames;
import java.util.List;

/** Lowers what makes predicates, combines them, and chooses by them. */
final class PredicateLowering {
  private static final int NONE = -1;

  private final FunctionBody body;
  private final OperandResolver operands;

  PredicateLowering(FunctionBody body, OperandResolver operands) {
    this.body = body;
    this.operands = operands;
  }

  /** Combination of a comparison's result with a predicate. */
  private record Combination(PredicateOperation operation, int predicate, boolean negated) {}

  /** {@code setp}. */
  void setp(InstructionSyntax instruction) {
    body.expectOperands(3, 4);
    List<ScalarType> types = ArithmeticLowering.types(instruction);
    if (types.size() != 1) {
      throw body.unsupported("a comparison and one type");
    }
    OperandSyntax p = operands.operand(0);
    OperandSyntax q = null;
    if (p instanceof OperandSyntax.Pair pair) {
      p = pair.first();
      q = pair.second();
    }
    int first = operands.writePredicate(p);
    int second = q == null ? NONE : operands.writePredicate(q);
    Combination combination = combination(instruction);
    ScalarType type = types.get(0);
    if (type != ScalarType.F16X2 && type != ScalarType.BF16X2) {
      int a = operands.read(operands.operand(1), type);
      int b = operands.read(operands.operand(2), type);
      compare(comparison(instruction, type), a, b, first, second, combination);
      return;
    }
    // The halves are compared apart: p is for the lower ones, q for the upper ones.
    LanePredicate compare = comparison(instruction, half(type));
    int a = operands.read(operands.operand(1), type);
    int b = operands.read(operands.operand(2), type);
    compare(compare, part("lo", a), part("lo", b), first, NONE, combination);
    compare(compare, part("hi", a), part("hi", b), second, NONE, combination);
  }

  private static ScalarType half(ScalarType pair) {
    return pair == ScalarType.F16X2 ? ScalarType.F16 : ScalarType.BF16;
  }

  private int part(String half, int source) {
    int part = body.temporary(16);
    body.compute("unpack." + half + ".b32.b16", part, source);
    return part;
  }

  private void compare(LanePredicate compare, int a, int b, int p, int q, Combination combination) {
    body.emit(
        new SetPredicate(
            body.guard,
            body.position,
            compare,
            a,
            b,
            p,
            q,
            combination.operation,
            combination.predicate,
            combination.negated));
  }

  /** The comparison that an instruction makes of values of a type. */
  private LanePredicate comparison(InstructionSyntax instruction, ScalarType type) {
    StringBuilder name = new StringBuilder("setp");
    for (int i = 0; i < instruction.qualifiers().size(); i++) {
      String qualifier = instruction.qualifiers().get(i);
      if (TypeNames.find(qualifier) == null && operation(qualifier) == PredicateOperation.NONE) {
        name.append('.').append(qualifier);
      }
    }
    LanePredicate compare =
        body.module.lanePredicate(name.append('.').append(type.spelling()).toString());
    if (compare == null) {
      throw body.unsupported("a form of `" + instruction.opcode() + "` that is supported");
    }
    return compare;
  }

  private Combination combination(InstructionSyntax instruction) {
    PredicateOperation operation = PredicateOperation.NONE;
    for (String qualifier : instruction.qualifiers()) {
      if (operation(qualifier) != PredicateOperation.NONE) {
        operation = operation(qualifier);
      }
    }
    boolean combines = operation != PredicateOperation.NONE;
    body.expectOperands(combines ? 4 : 3, combines ? 4 : 3);
    if (!combines) {
      return new Combination(operation, NONE, false);
    }
    PredicateUse combinedPredicate = operands.readPredicate(operands.operand(3));
    return new Combination(operation, combinedPredicate.predicate(), combinedPredicate.negated());
  }

  private static PredicateOperation operation(String qualifier) {
    return switch (qualifier) {
      case "and" -> PredicateOperation.AND;
      case "or" -> PredicateOperation.OR;
      case "xor" -> PredicateOperation.XOR;
      default -> PredicateOperation.NONE;
    };
  }

  /** {@code set}: a comparison as a number. */
  void set(InstructionSyntax instruction) {
    body.expectOperands(3, 4);
    List<ScalarType> types = ArithmeticLowering.types(instruction);
    if (types.size() != 2) {
      throw body.unsupported("a comparison, the type of the result, and that of what is compared");
    }
    ScalarType result = types.get(0);
    ScalarType type = types.get(1);
    int a = operands.read(operands.operand(1), type);
    int b = operands.read(operands.operand(2), type);
    Combination combination = combination(instruction);
    int destination = operands.write(operands.operand(0), result);
    if (type != ScalarType.F16X2 && type != ScalarType.BF16X2) {
      setValue(comparison(instruction, type), destination, result, a, b, combination, body.guard);
      return;
    }
    ScalarType halfType = result.kind() == ScalarType.Class.FLOAT ? half(type) : ScalarType.U16;
    LanePredicate compare = comparison(instruction, half(type));
    int low = body.temporary(16);
    int high = body.temporary(16);
    setValue(compare, low, halfType, part("lo", a), part("lo", b), combination, Guard.NONE);
    setValue(compare, high, halfType, part("hi", a), part("hi", b), combination, Guard.NONE);
    body.compute(body.guard, "pack.b32.b16", destination, low, high, 0);
  }

  private void setValue(
      LanePredicate compare,
      int destination,
      ScalarType result,
      int a,
      int b,
      Combination combination,
      Guard guard) {
    long whenTrue =
        switch (result) {
          case F32 -> 0x3f80_0000L;
          case F16 -> 0x3c00L;
          case BF16 -> 0x3f80L;
          case U32, S32, B32 -> 0xffff_ffffL;
          case U16, S16 -> 0xffffL;
          default -> throw body.unsupported("a result in `.u32`, `.s32`, `.f32` or 16 bits");
        };
    body.emit(
        new SetValue(
            guard,
            body.position,
            compare,
            destination,
            whenTrue,
            a,
            b,
            combination.operation,
            combination.predicate,
            combination.negated));
  }

  /** {@code selp}. */
  void selp(InstructionSyntax instruction) {
    body.expectOperands(4, 4);
    List<ScalarType> types = ArithmeticLowering.types(instruction);
    if (types.size() != 1
        || instruction.qualifiers().size() != 1
        || types.get(0).bits() < 16
        || types.get(0).kind() == ScalarType.Class.PREDICATE) {
      throw body.unsupported("`selp` with a type of 16, 32 or 64 bits");
    }
    ScalarType type = types.get(0);
    PredicateUse selector = operands.readPredicate(operands.operand(3));
    int a = operands.read(operands.operand(1), type);
    int b = operands.read(operands.operand(2), type);
    body.emit(
        new Select(
            body.guard,
            body.position,
            operands.write(operands.operand(0), type),
            selector.negated() ? b : a,
            selector.negated() ? a : b,
            selector.predicate()));
  }

  /** {@code testp}: a property of a floating-point number. */
  void testp(InstructionSyntax instruction) {
    body.expectOperands(2, 2);
    List<ScalarType> types = ArithmeticLowering.types(instruction);
    LanePredicate test =
        types.size() == 1 ? body.module.lanePredicate(instruction.mnemonic()) : null;
    if (test == null) {
      throw body.unsupported("a form of `testp` that is supported");
    }
    int a = operands.read(operands.operand(1), types.get(0));
    int p = operands.writePredicate(operands.operand(0));
    Combination uncombined = new Combination(PredicateOperation.NONE, NONE, false);
    compare(test, a, body.module.constants.number(0), p, NONE, uncombined);
  }

  /** {@code isspacep}. */
  void isspacep(InstructionSyntax instruction) {
    body.expectOperands(2, 2);
    StateSpace space =
        instruction.qualifiers().size() == 1
            ? MemoryQualifiers.space(instruction.qualifiers().get(0))
            : null;
    if (space == null) {
      throw body.unsupported("`isspacep` with one state space");
    }
    int a = operands.read(operands.operand(1), ScalarType.U64);
    int p = operands.writePredicate(operands.operand(0));
    body.emit(new TestSpace(body.guard, body.position, space, p, a));
  }

  /** {@code and.pred}, {@code not.pred}, {@code mov.pred}, … */
  void logic(InstructionSyntax instruction) {
    PredicateOperation operation =
        switch (instruction.opcode()) {
          case "and" -> PredicateOperation.AND;
          case "or" -> PredicateOperation.OR;
          case "xor" -> PredicateOperation.XOR;
          case "not" -> PredicateOperation.NOT;
          case "mov" -> PredicateOperation.MOVE;
          default -> PredicateOperation.NONE;
        };
    if (operation == PredicateOperation.NONE || instruction.qualifiers().size() != 1) {
      throw body.unsupported("`mov`, `not`, `and`, `or` or `xor` with `.pred`");
    }
    boolean binary = operation != PredicateOperation.NOT && operation != PredicateOperation.MOVE;
    body.expectOperands(binary ? 3 : 2, binary ? 3 : 2);
    int a = operands.readPlainPredicate(operands.operand(1));
    int b = binary ? operands.readPlainPredicate(operands.operand(2)) : NONE;
    int p = operands.writePredicate(operands.operand(0));
    if (p != NONE) {
      body.emit(new PredicateLogic(body.guard, body.position, operation, p, a, b));
    }
  }
}
