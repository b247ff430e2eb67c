package dev.syncopate.ptx.lower;

import dev.syncopate.ptx.alu.LaneFunction;
import dev.syncopate.ptx.ir.Arithmetic.CarryOperation;
import dev.syncopate.ptx.ir.Arithmetic.Compute;
import dev.syncopate.ptx.ir.Arithmetic.ComputeCarry;
import dev.syncopate.ptx.ir.ScalarType;
import dev.syncopate.ptx.syntax.InstructionSyntax;
import dev.syncopate.ptx.syntax.OperandSyntax;
import dev.syncopate.ptx.syntax.OperandSyntax.Form;
import dev.syncopate.ptx.syntax.OperandSyntax.Literal;
import dev.syncopate.ptx.syntax.TypeNames;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lowers what computes a value from values: each becomes one lane function. */
final class ArithmeticLowering {
  private static final int NO_CARRY = -1;

  private final FunctionBody body;
  private final OperandResolver operands;

  /** The carry flag of the function, made when first needed. */
  private int carry = NO_CARRY;

  ArithmeticLowering(FunctionBody body, OperandResolver operands) {
    this.body = body;
    this.operands = operands;
  }

  /**
   * The types of an instruction's operands, destination first, or null if it is none of these
   * instructions. d: the first type; s: the last type; w: twice the first type; i: 32-bit integer;
   * D, S: as d, s, and a register may be wider.
   */
  static @Nullable String shape(String opcode, InstructionSyntax instruction) {
    return switch (opcode) {
      case "add", "sub", "div", "rem", "min", "max", "and", "or", "xor", "mul24", "copysign" ->
          "dss";
      case "mul" -> instruction.has("wide") ? "wss" : "dss";
      case "mad" -> instruction.has("wide") ? "wssw" : "dsss";
      case "fma", "mad24", "sad" -> "dsss";
      case "not", "neg", "abs", "cnot", "brev" -> "ds";
      case "rcp", "sqrt", "rsqrt", "sin", "cos", "lg2", "ex2", "tanh" -> "ds";
      case "shl", "shr" -> "dsi";
      case "shf", "prmt", "fns", "dp4a", "dp2a" -> "iiii";
      case "popc", "clz", "bfind" -> "is";
      case "bfe" -> "dsii";
      case "bmsk" -> "iii";
      case "szext" -> "dsi";
      case "slct" -> "ddds";
      case "cvt" -> "DS";
      case "vadd2", "vsub2", "vavrg2", "vabsdiff2", "vmin2", "vmax2", "vset2" -> "iiii";
      case "vadd4", "vsub4", "vavrg4", "vabsdiff4", "vmin4", "vmax4", "vset4" -> "iiii";
      default -> null;
    };
  }

  /** Lowers an instruction that has a {@link #shape}. */
  void lower(InstructionSyntax instruction, String shape) {
    if (instruction.has("cc")) {
      carrying(instruction, instruction.opcode(), false);
      return;
    }
    List<ScalarType> types = types(instruction);
    LaneFunction function = types.isEmpty() ? null : body.module.laneFunction(name(instruction));
    if (function == null) {
      throw body.unsupported("a form of `" + instruction.opcode() + "` that is supported");
    }
    body.expectOperands(function.arity() + 1, function.arity() + 1);
    int[] sources = new int[3];
    for (int i = 1; i <= function.arity(); i++) {
      char kind = shape.charAt(Math.min(i, shape.length() - 1));
      ScalarType type = type(kind, types);
      sources[i - 1] =
          kind == 'S'
              ? operands.readWide(operands.operand(i), type)
              : operands.read(operands.operand(i), type);
    }
    OperandSyntax target = operands.operand(0);
    ScalarType result = type(shape.charAt(0), types);
    int destination =
        shape.charAt(0) == 'D'
            ? operands.writeWide(target, result)
            : operands.write(target, result);
    body.emit(
        new Compute(
            body.guard, body.position, function, destination, sources[0], sources[1], sources[2]));
    body.extendSign(body.guard, destination, result, operands.width(target, result));
  }

  /** The function's name. {@code min} and {@code max} of three operands have separate functions. */
  private static String name(InstructionSyntax instruction) {
    String opcode = instruction.opcode();
    boolean three =
        (opcode.equals("min") || opcode.equals("max")) && instruction.operands().size() == 4;
    return three
        ? opcode + "3" + instruction.mnemonic().substring(opcode.length())
        : instruction.mnemonic();
  }

  /** The types among the qualifiers, in their order. */
  static List<ScalarType> types(InstructionSyntax instruction) {
    List<ScalarType> types = new ArrayList<>(2);
    for (String qualifier : instruction.qualifiers()) {
      ScalarType type = TypeNames.find(qualifier);
      if (type != null) {
        types.add(type);
      }
    }
    return types;
  }

  private ScalarType type(char kind, List<ScalarType> types) {
    ScalarType first = types.get(0);
    return switch (kind) {
      case 'd', 'D' -> first;
      case 's', 'S' -> types.get(types.size() - 1);
      case 'w' -> first.bits() == 16 ? ScalarType.B32 : ScalarType.B64;
      default -> ScalarType.B32;
    };
  }

  /** {@code lop3}: its table is a number in the text. */
  void lop3(InstructionSyntax instruction) {
    body.expectOperands(5, 5);
    if (!(operands.operand(4) instanceof Literal table)
        || table.form() != Form.INTEGER
        || table.bits() < 0
        || table.bits() > 255) {
      throw body.unexpected(
          operands.operand(4).at(), operands.operand(4).description(), "a number from 0 to 255");
    }
    String name = instruction.mnemonic() + ".0x" + Long.toHexString(table.bits());
    LaneFunction function = body.module.laneFunction(name);
    if (function == null) {
      throw body.unsupported("`lop3.b32`");
    }
    body.emit(
        new Compute(
            body.guard,
            body.position,
            function,
            operands.write(operands.operand(0), ScalarType.B32),
            operands.read(operands.operand(1), ScalarType.B32),
            operands.read(operands.operand(2), ScalarType.B32),
            operands.read(operands.operand(3), ScalarType.B32)));
  }

  /** {@code bfi}: position and length travel as one operand. */
  void bfi(InstructionSyntax instruction) {
    body.expectOperands(5, 5);
    List<ScalarType> types = types(instruction);
    LaneFunction function =
        types.isEmpty() ? null : body.module.laneFunction(instruction.mnemonic());
    if (function == null) {
      throw body.unsupported("`bfi.b32` or `bfi.b64`");
    }
    int field;
    if (operands.operand(3) instanceof Literal position
        && operands.operand(4) instanceof Literal length
        && position.form() == Form.INTEGER
        && length.form() == Form.INTEGER) {
      field =
          body.module.constants.number((position.bits() & 0xff) | ((length.bits() & 0xff) << 8));
    } else {
      field = body.temporary(32);
      body.compute(
          "bfi.field",
          field,
          operands.read(operands.operand(3), ScalarType.B32),
          operands.read(operands.operand(4), ScalarType.B32));
    }
    int a = operands.read(operands.operand(1), types.get(0));
    int b = operands.read(operands.operand(2), types.get(0));
    int destination = operands.write(operands.operand(0), types.get(0));
    body.emit(new Compute(body.guard, body.position, function, destination, a, b, field));
  }

  /** {@code add.cc}, {@code addc}, {@code subc.cc}, {@code madc.hi.cc}, … */
  void carrying(InstructionSyntax instruction, String opcode, boolean carryIn) {
    CarryOperation operation =
        switch (opcode) {
          case "add", "addc" -> CarryOperation.ADD;
          case "sub", "subc" -> CarryOperation.SUB;
          case "mad", "madc" ->
              instruction.has("hi") ? CarryOperation.MAD_HI : CarryOperation.MAD_LO;
          default -> throw body.unsupported("an instruction without `.cc`");
        };
    boolean multiplies = opcode.startsWith("mad");
    ScalarType type = carryType(instruction, multiplies);
    body.expectOperands(multiplies ? 4 : 3, multiplies ? 4 : 3);
    if (carry == NO_CARRY) {
      carry = body.temporaryPredicate();
    }
    int a = operands.read(operands.operand(1), type);
    int b = operands.read(operands.operand(2), type);
    int c = multiplies ? operands.read(operands.operand(3), type) : 0;
    body.emit(
        new ComputeCarry(
            body.guard,
            body.position,
            operation,
            type,
            operands.write(operands.operand(0), type),
            a,
            b,
            c,
            carryIn ? carry : NO_CARRY,
            instruction.has("cc") ? carry : NO_CARRY));
  }

  private ScalarType carryType(InstructionSyntax instruction, boolean multiplies) {
    ScalarType type = null;
    int halves = 0;
    for (int i = 0; i < instruction.qualifiers().size(); i++) {
      String qualifier = instruction.qualifiers().get(i);
      ScalarType named = TypeNames.find(qualifier);
      if (multiplies && (qualifier.equals("lo") || qualifier.equals("hi"))) {
        halves++;
      } else if (named != null && type == null && isWordInteger(named)) {
        type = named;
      } else if (!qualifier.equals("cc")) {
        throw body.badQualifier(i, "`.cc`, `.u32`, `.s32`, `.u64` or `.s64`");
      }
    }
    if (type == null || halves != (multiplies ? 1 : 0)) {
      throw body.unsupported(
          multiplies ? "`.lo` or `.hi`, and an integer type" : "an integer type");
    }
    return type;
  }

  private static boolean isWordInteger(ScalarType type) {
    return type == ScalarType.U32
        || type == ScalarType.S32
        || type == ScalarType.U64
        || type == ScalarType.S64;
  }
}
