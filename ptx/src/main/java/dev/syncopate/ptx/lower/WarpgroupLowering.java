package dev.syncopate.ptx.lower;

import dev.syncopate.ptx.ir.MatrixShape;
import dev.syncopate.ptx.ir.MatrixShape.Element;
import dev.syncopate.ptx.ir.ScalarType;
import dev.syncopate.ptx.ir.WarpInstruction.RegisterLimit;
import dev.syncopate.ptx.ir.WarpInstruction.WarpgroupControl;
import dev.syncopate.ptx.ir.WarpInstruction.WarpgroupControlKind;
import dev.syncopate.ptx.ir.WarpInstruction.WarpgroupMultiply;
import dev.syncopate.ptx.syntax.InstructionSyntax;
import dev.syncopate.ptx.syntax.OperandSyntax;
import dev.syncopate.ptx.syntax.OperandSyntax.Form;
import dev.syncopate.ptx.syntax.OperandSyntax.Literal;
import java.util.List;

/** Lowering of {@code wgmma} (PTX ISA, "Asynchronous warpgroup level matrix instructions"). */
final class WarpgroupLowering {
  /** Rows of A and D of a warpgroup, and of each of its warps. */
  private static final int ROWS = 64;

  private static final int WARP_ROWS = 16;

  /** Bits of a row of A, and of a column of B. */
  private static final int DEPTH_BITS = 256;

  private static final int LEAST_COLUMNS = 8;
  private static final int MOST_COLUMNS = 256;

  private final FunctionBody body;
  private final OperandResolver operands;
  private final MatrixLowering matrices;

  WarpgroupLowering(FunctionBody body, OperandResolver operands, MatrixLowering matrices) {
    this.body = body;
    this.operands = operands;
    this.matrices = matrices;
  }

  /** {@code wgmma…}. */
  void lower(InstructionSyntax instruction) {
    List<String> qualifiers = instruction.qualifiers();
    String form = MatrixLowering.at(qualifiers, 0);
    matrices.expect(qualifiers, 1, "sync");
    matrices.expect(qualifiers, 2, "aligned");
    switch (form) {
      case "fence" -> control(qualifiers, WarpgroupControlKind.FENCE);
      case "commit_group" -> control(qualifiers, WarpgroupControlKind.COMMIT);
      case "wait_group" -> control(qualifiers, WarpgroupControlKind.WAIT);
      case "mma_async" -> multiply(qualifiers);
      default ->
          throw body.badQualifier(0, "`.mma_async`, `.fence`, `.commit_group` or `.wait_group`");
    }
  }

  private void control(List<String> qualifiers, WarpgroupControlKind kind) {
    if (qualifiers.size() > 3) {
      throw body.badQualifier(3, "the end of the qualifiers");
    }
    boolean waits = kind == WarpgroupControlKind.WAIT;
    body.expectOperands(waits ? 1 : 0, waits ? 1 : 0);
    int pending = waits ? integer(0, 0, Integer.MAX_VALUE, "a number of groups") : 0;
    body.emit(new WarpgroupControl(body.guard, body.position, kind, pending));
  }

  /** {@code setmaxnreg.inc.sync.aligned.u32 count} and {@code .dec}. */
  void limit(InstructionSyntax instruction) {
    List<String> qualifiers = instruction.qualifiers();
    String action = MatrixLowering.at(qualifiers, 0);
    if (!action.equals("inc") && !action.equals("dec")) {
      throw body.badQualifier(0, "`.inc` or `.dec`");
    }
    matrices.expect(qualifiers, 1, "sync");
    matrices.expect(qualifiers, 2, "aligned");
    matrices.expect(qualifiers, 3, "u32");
    if (qualifiers.size() > 4) {
      throw body.badQualifier(4, "the end of the qualifiers");
    }
    body.expectOperands(1, 1);
    String expected = "a multiple of 8 from 24 to 256";
    int count = integer(0, 24, 256, expected);
    if (count % 8 != 0) {
      throw body.unexpected(operands.operand(0).at(), "`" + count + "`", expected);
    }
    body.emit(new RegisterLimit(body.guard, body.position, action.equals("inc"), count));
  }

  private int integer(int index, long minimum, long maximum, String expected) {
    OperandSyntax operand = operands.operand(index);
    if (!(operand instanceof Literal literal) || literal.form() != Form.INTEGER) {
      throw body.unexpected(operand.at(), operand.description(), expected);
    }
    if (literal.bits() < minimum || literal.bits() > maximum) {
      throw body.unexpected(operand.at(), "`" + literal.bits() + "`", expected);
    }
    return (int) literal.bits();
  }

  /**
   * {@code wgmma.mma_async.sync.aligned.shape{.satfinite}.dtype.atype.btype d, a, b-desc, scale-d{,
   * imm-scale-a, imm-scale-b{, imm-trans-a}{, imm-trans-b}}}; {@code a} is a descriptor or
   * registers.
   */
  private void multiply(List<String> qualifiers) {
    String size = MatrixLowering.at(qualifiers, 3);
    if (!size.matches("m\\d+n\\d+k\\d+")) {
      throw body.unsupported("`wgmma.mma_async.sync.aligned` with a shape such as `.m64n64k16`");
    }
    boolean saturates = MatrixLowering.at(qualifiers, 4).equals("satfinite");
    List<Element> types = matrices.types(saturates ? 5 : 4, 3);
    Element d = types.get(0);
    Element a = types.get(1);
    Element b = types.get(2);
    boolean integers = d == Element.S32;
    List<Integer> sizes = MatrixLowering.sizes(size);
    int columns = sizes.get(1);
    int depth = DEPTH_BITS / a.bits();
    int step = integers && columns > 32 ? 2 * LEAST_COLUMNS : LEAST_COLUMNS;
    boolean fits =
        a != Element.F64
            && MatrixLowering.multiplies(a, b)
            && MatrixLowering.sums(a, d)
            && (!saturates || integers)
            && sizes.get(0) == ROWS
            && sizes.get(2) == depth
            && columns >= LEAST_COLUMNS
            && columns <= MOST_COLUMNS
            && columns % step == 0;
    if (!fits) {
      throw body.unsupported(
          "a shape of `wgmma` that is supported: `.m64nNk16` of `.f16` and `.bf16`, `.m64nNk8` of"
              + " `.tf32`, `.m64nNk32` of `.e4m3`, `.e5m2`, `.s8` and `.u8`, N a multiple of 8 up to"
              + " 256 (of integers above 32, of 16)");
    }
    MatrixShape shape = new MatrixShape(WARP_ROWS, columns, depth, a, b, d, d, saturates);
    boolean inRegisters = operands.operand(1) instanceof OperandSyntax.Vector;
    boolean transposable = a == Element.F16 || a == Element.BF16;
    int scales = integers ? 0 : 2;
    int transposes = !transposable ? 0 : inRegisters ? 1 : 2;
    int count = 4 + scales + transposes;
    body.expectOperands(count, count);
    List<Integer> left = inRegisters ? matrices.read(1, shape.aRegisters(), a) : List.<Integer>of();
    int leftDescriptor = inRegisters ? 0 : descriptor(1);
    int rightDescriptor = descriptor(2);
    int accumulates = operands.readPlainPredicate(operands.operand(3));
    boolean negatesA = scales != 0 && isNegative(4);
    boolean negatesB = scales != 0 && isNegative(5);
    boolean transposesA = transposes == 2 && isSet(6);
    boolean transposesB = transposes != 0 && isSet(5 + transposes);
    body.emit(
        new WarpgroupMultiply(
            body.guard,
            body.position,
            shape,
            matrices.write(0, shape.dRegisters(), d),
            left,
            leftDescriptor,
            rightDescriptor,
            accumulates,
            negatesA,
            negatesB,
            transposesA,
            transposesB));
  }

  private int descriptor(int operand) {
    return operands.read(operands.operand(operand), ScalarType.B64);
  }

  private boolean isNegative(int operand) {
    int scale = integer(operand, -1, 1, "1 or -1");
    if (scale == 0) {
      throw body.unexpected(operands.operand(operand).at(), "`0`", "1 or -1");
    }
    return scale < 0;
  }

  private boolean isSet(int operand) {
    return integer(operand, 0, 1, "0 or 1") == 1;
  }
}
