package dev.syncopate.ptx.lower;

import static dev.syncopate.ptx.ir.MatrixShape.Element.BF16;
import static dev.syncopate.ptx.ir.MatrixShape.Element.E4M3;
import static dev.syncopate.ptx.ir.MatrixShape.Element.E5M2;
import static dev.syncopate.ptx.ir.MatrixShape.Element.F16;
import static dev.syncopate.ptx.ir.MatrixShape.Element.F32;
import static dev.syncopate.ptx.ir.MatrixShape.Element.F64;
import static dev.syncopate.ptx.ir.MatrixShape.Element.S32;
import static dev.syncopate.ptx.ir.MatrixShape.Element.S8;
import static dev.syncopate.ptx.ir.MatrixShape.Element.TF32;
import static dev.syncopate.ptx.ir.MatrixShape.Element.U8;

import dev.syncopate.ptx.alu.LanePredicate;
import dev.syncopate.ptx.ir.Address;
import dev.syncopate.ptx.ir.Arithmetic.PredicateOperation;
import dev.syncopate.ptx.ir.Arithmetic.ReadSpecial;
import dev.syncopate.ptx.ir.Arithmetic.SetPredicate;
import dev.syncopate.ptx.ir.Guard;
import dev.syncopate.ptx.ir.MatrixShape;
import dev.syncopate.ptx.ir.MatrixShape.Element;
import dev.syncopate.ptx.ir.MemoryInstruction.CacheOperator;
import dev.syncopate.ptx.ir.MemoryInstruction.Load;
import dev.syncopate.ptx.ir.MemoryInstruction.Store;
import dev.syncopate.ptx.ir.MemoryOrder;
import dev.syncopate.ptx.ir.MemoryScope;
import dev.syncopate.ptx.ir.ScalarType;
import dev.syncopate.ptx.ir.SpecialRegister;
import dev.syncopate.ptx.ir.StateSpace;
import dev.syncopate.ptx.ir.WarpInstruction.MatrixExchange;
import dev.syncopate.ptx.ir.WarpInstruction.MatrixMultiply;
import dev.syncopate.ptx.syntax.InstructionSyntax;
import dev.syncopate.ptx.syntax.OperandSyntax;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Lowering of {@code mma}, {@code ldmatrix}, {@code stmatrix} and {@code movmatrix}. */
final class MatrixLowering {
  private static final int NONE = -1;
  private static final String MOVE = "movmatrix";

  /** Rows of a matrix that {@code ldmatrix} loads, each of 16 bytes. */
  private static final int ROWS = 8;

  private static final int ROW_REGISTERS = 4;

  private static final Map<String, Element> ELEMENTS =
      Map.ofEntries(
          Map.entry("e4m3", E4M3),
          Map.entry("e5m2", E5M2),
          Map.entry("f16", F16),
          Map.entry("bf16", BF16),
          Map.entry("tf32", TF32),
          Map.entry("f32", F32),
          Map.entry("f64", F64),
          Map.entry("s8", S8),
          Map.entry("u8", U8),
          Map.entry("s32", S32));

  private static final Map<Element, Set<String>> SHAPES =
      Map.of(
          F16, Set.of("m16n8k8", "m16n8k16"),
          BF16, Set.of("m16n8k8", "m16n8k16"),
          TF32, Set.of("m16n8k4", "m16n8k8"),
          E4M3, Set.of("m16n8k32"),
          E5M2, Set.of("m16n8k32"),
          F64, Set.of("m8n8k4"),
          S8, Set.of("m8n8k16", "m16n8k16", "m16n8k32"),
          U8, Set.of("m8n8k16", "m16n8k16", "m16n8k32"));

  private final FunctionBody body;
  private final OperandResolver operands;

  MatrixLowering(FunctionBody body, OperandResolver operands) {
    this.body = body;
    this.operands = operands;
  }

  /**
   * {@code mma.sync.aligned.shape.row.col{.satfinite}.dtype.atype.btype.ctype d, a, b, c}; for
   * {@code .f64} there may be {@code .rn} in the place of {@code .satfinite}.
   */
  void multiply(InstructionSyntax instruction) {
    List<String> qualifiers = instruction.qualifiers();
    expect(qualifiers, 0, "sync");
    expect(qualifiers, 1, "aligned");
    String size = at(qualifiers, 2);
    if (!size.matches("m\\d+n\\d+k\\d+")) {
      throw body.unsupported("`mma.sync.aligned` with a shape such as `.m16n8k16` behind it");
    }
    expect(qualifiers, 3, "row");
    expect(qualifiers, 4, "col");
    String extra = at(qualifiers, 5);
    boolean saturates = extra.equals("satfinite");
    int first = saturates || extra.equals("rn") ? 6 : 5;
    List<Element> types = types(first, 4);
    Element d = types.get(0);
    Element a = types.get(1);
    Element b = types.get(2);
    Element c = types.get(3);
    Set<String> shapes = SHAPES.getOrDefault(a, Set.of());
    boolean integers = a == S8 || a == U8;
    boolean fits =
        shapes.contains(size)
            && multiplies(a, b)
            && sums(a, c)
            && sums(a, d)
            && (c == d || size.equals("m16n8k16") || size.equals("m16n8k8"))
            && (!saturates || integers)
            && (!extra.equals("rn") || a == F64);
    if (!fits) {
      throw body.unsupported(
          "a shape of `mma` that is supported: `.m16n8k8` or `.m16n8k16` of `.f16` and `.bf16`,"
              + " `.m16n8k4` or `.m16n8k8` of `.tf32`, `.m16n8k32` of `.e4m3` and `.e5m2`,"
              + " `.m8n8k4` of `.f64`, `.m8n8k16`, `.m16n8k16` or `.m16n8k32` of `.s8` and `.u8`");
    }
    List<Integer> sizes = sizes(size);
    MatrixShape shape =
        new MatrixShape(sizes.get(0), sizes.get(1), sizes.get(2), a, b, c, d, saturates);
    body.expectOperands(4, 4);
    List<Integer> left = read(1, shape.aRegisters(), a);
    List<Integer> right = read(2, shape.bRegisters(), b);
    List<Integer> added = read(3, shape.cRegisters(), c);
    body.emit(
        new MatrixMultiply(
            body.guard, body.position, shape, write(0, shape.dRegisters(), d), left, right, added));
  }

  /** The three numbers of a shape as it is written. */
  static List<Integer> sizes(String shape) {
    return List.of(shape.substring(1).replaceAll("[nk]", " ").strip().split(" ", -1)).stream()
        .map(Integer::valueOf)
        .toList();
  }

  /** The element types that end the qualifiers, from an index on. */
  List<Element> types(int first, int count) {
    List<String> qualifiers = body.instruction().qualifiers();
    List<Element> types = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      Element type = ELEMENTS.get(at(qualifiers, first + i));
      if (type == null) {
        throw body.unsupported(
            "types of `"
                + body.instruction().opcode()
                + "` that are supported: `.f16`, `.bf16`, `.tf32`, `.e4m3`, `.e5m2`, `.f64`, `.s8`"
                + " or `.u8` matrices, and `.f32`, `.f16`, `.s32` or `.f64` sums");
      }
      types.add(type);
    }
    if (qualifiers.size() > first + count) {
      throw body.badQualifier(first + count, "the end of the qualifiers");
    }
    return List.copyOf(types);
  }

  /** Whether such elements may be multiplied. */
  static boolean multiplies(Element a, Element b) {
    return switch (a) {
      case S8, U8 -> b == S8 || b == U8;
      case E4M3, E5M2 -> b == E4M3 || b == E5M2;
      default -> a == b;
    };
  }

  /** Whether products of such elements may be summed up in such. */
  static boolean sums(Element factor, Element sum) {
    return switch (factor) {
      case F16, E4M3, E5M2 -> sum == F32 || sum == F16;
      case BF16, TF32 -> sum == F32;
      case F64 -> sum == F64;
      case S8, U8 -> sum == S32;
      case F32, S32 -> false;
    };
  }

  static String at(List<String> qualifiers, int index) {
    return index < qualifiers.size() ? qualifiers.get(index) : "";
  }

  void expect(List<String> qualifiers, int index, String qualifier) {
    if (!at(qualifiers, index).equals(qualifier)) {
      if (index < qualifiers.size()) {
        throw body.badQualifier(index, "`." + qualifier + "`");
      }
      throw body.unsupported("`." + qualifier + "`");
    }
  }

  private static ScalarType register(Element element) {
    return element == F64 ? ScalarType.B64 : ScalarType.B32;
  }

  /** The registers of an operand that is read. */
  List<Integer> read(int operand, int count, Element type) {
    List<Integer> registers = new ArrayList<>(count);
    for (OperandSyntax element : operands.elements(operands.operand(operand), count)) {
      registers.add(operands.read(element, register(type)));
    }
    return List.copyOf(registers);
  }

  /** The registers of an operand that is written. */
  List<Integer> write(int operand, int count, Element type) {
    List<Integer> registers = new ArrayList<>(count);
    for (OperandSyntax element : operands.elements(operands.operand(operand), count)) {
      registers.add(operands.write(element, register(type)));
    }
    return List.copyOf(registers);
  }

  /** {@code ldmatrix.sync.aligned.m8n8.num{.trans}{.shared}.b16 r, [p]}. */
  void load(InstructionSyntax instruction) {
    MatrixAccess access = access(instruction);
    body.expectOperands(2, 2);
    Address address = operands.address(operands.operand(1), access.space());
    List<Integer> rows = temporaries();
    Guard guard = rows(access.count());
    body.emit(
        new Load(
            guard,
            body.position,
            access.space(),
            MemoryOrder.WEAK,
            MemoryScope.CTA,
            false,
            false,
            false,
            CacheOperator.NONE,
            ScalarType.B32,
            address,
            rows,
            32));
    body.emit(
        new MatrixExchange(
            body.guard,
            body.position,
            instruction.opcode(),
            false,
            access.transposed(),
            rows,
            write(0, access.count(), F32)));
  }

  /** {@code stmatrix.sync.aligned.m8n8.num{.trans}{.shared}.b16 [p], r}. */
  void store(InstructionSyntax instruction) {
    MatrixAccess access = access(instruction);
    body.expectOperands(2, 2);
    Address address = operands.address(operands.operand(0), access.space());
    List<Integer> rows = temporaries();
    body.emit(
        new MatrixExchange(
            body.guard,
            body.position,
            instruction.opcode(),
            true,
            access.transposed(),
            rows,
            read(1, access.count(), F32)));
    body.emit(
        new Store(
            rows(access.count()),
            body.position,
            access.space(),
            MemoryOrder.WEAK,
            MemoryScope.CTA,
            false,
            false,
            CacheOperator.NONE,
            ScalarType.B32,
            address,
            rows));
  }

  /** {@code movmatrix.sync.aligned.m8n8.trans.b16 d, a}: rows of fragments, and back. */
  void transpose(InstructionSyntax instruction) {
    List<String> qualifiers = instruction.qualifiers();
    List<String> form = List.of("sync", "aligned", "m8n8", "trans", "b16");
    for (int i = 0; i < form.size(); i++) {
      expect(qualifiers, i, form.get(i));
    }
    if (qualifiers.size() > form.size()) {
      throw body.badQualifier(form.size(), "the end of the qualifiers");
    }
    body.expectOperands(2, 2);
    List<Integer> rows = temporaries();
    List<Integer> source = List.of(operands.read(operands.operand(1), ScalarType.B32));
    body.emit(new MatrixExchange(body.guard, body.position, MOVE, true, false, rows, source));
    List<Integer> target = List.of(operands.write(operands.operand(0), ScalarType.B32));
    body.emit(new MatrixExchange(body.guard, body.position, MOVE, false, true, rows, target));
  }

  /**
   * What is loaded or stored.
   *
   * @param count matrices
   */
  private record MatrixAccess(int count, boolean transposed, StateSpace space) {}

  private MatrixAccess access(InstructionSyntax instruction) {
    List<String> qualifiers = instruction.qualifiers();
    String opcode = instruction.opcode();
    expect(qualifiers, 0, "sync");
    expect(qualifiers, 1, "aligned");
    expect(qualifiers, 2, "m8n8");
    int count = List.of("x1", "x2", "x4").indexOf(at(qualifiers, 3));
    if (count < 0) {
      throw body.unsupported("`" + opcode + "` of `.x1`, `.x2` or `.x4`");
    }
    int next = 4;
    boolean transposed = at(qualifiers, next).equals("trans");
    next += transposed ? 1 : 0;
    boolean shared = List.of("shared", "shared::cta").contains(at(qualifiers, next));
    next += shared ? 1 : 0;
    expect(qualifiers, next, "b16");
    if (qualifiers.size() > next + 1) {
      throw body.badQualifier(next + 1, "the end of the qualifiers");
    }
    return new MatrixAccess(
        1 << count, transposed, shared ? StateSpace.SHARED : StateSpace.GENERIC);
  }

  private List<Integer> temporaries() {
    List<Integer> registers = new ArrayList<>(ROW_REGISTERS);
    for (int i = 0; i < ROW_REGISTERS; i++) {
      registers.add(body.temporary(32));
    }
    return List.copyOf(registers);
  }

  /** Lanes whose addresses count: one for each row. */
  private Guard rows(int count) {
    if (count * ROWS == 32) {
      return body.guard;
    }
    if (!body.guard.always()) {
      throw body.unsupported("`.x4`, or no guard");
    }
    LanePredicate below = body.module.lanePredicate("setp.lt.u32");
    if (below == null) {
      throw new IllegalStateException("setp.lt.u32 is missing");
    }
    int lane = body.temporary(32);
    int predicate = body.temporaryPredicate();
    body.emit(new ReadSpecial(Guard.NONE, body.position, SpecialRegister.LANEID, lane));
    body.emit(
        new SetPredicate(
            Guard.NONE,
            body.position,
            below,
            lane,
            body.module.constants.number((long) count * ROWS),
            predicate,
            NONE,
            PredicateOperation.NONE,
            NONE,
            false));
    return new Guard(predicate, false);
  }
}
