package dev.syncopate.ptx.lower;

import dev.syncopate.ptx.alu.LaneFunction;
import dev.syncopate.ptx.ir.Arithmetic.Compute;
import dev.syncopate.ptx.ir.Guard;
import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.Position;
import dev.syncopate.ptx.ir.ScalarType;
import dev.syncopate.ptx.lower.module.FunctionUnit;
import dev.syncopate.ptx.lower.module.ModuleContext;
import dev.syncopate.ptx.syntax.FunctionSyntax;
import dev.syncopate.ptx.syntax.InstructionSyntax;
import dev.syncopate.ptx.syntax.UnsupportedFeatures;
import dev.syncopate.ptx.syntax.source.PtxException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The function being lowered: the instruction at hand, and where its code goes. */
final class FunctionBody {
  final ModuleContext module;
  final FunctionUnit unit;

  private @Nullable InstructionSyntax current;

  /** Where the instruction at hand stands, and the lanes it acts on. */
  Position position;

  Guard guard = Guard.NONE;

  FunctionBody(ModuleContext module, FunctionUnit unit) {
    this.module = module;
    this.unit = unit;
    this.position = module.source.position(unit.syntax.sourceOffset());
  }

  /** Goes to the next instruction. */
  void begin(InstructionSyntax instruction) {
    current = instruction;
    position = module.source.position(instruction.sourceOffset());
  }

  /** Goes to the brace behind the last instruction. */
  void end() {
    current = null;
    guard = Guard.NONE;
    position = module.source.position(unit.syntax.end());
  }

  /** The instruction at hand. */
  InstructionSyntax instruction() {
    return Objects.requireNonNull(current);
  }

  FunctionSyntax function() {
    return unit.syntax;
  }

  void emit(Instruction decoded) {
    unit.code.add(decoded);
  }

  /** A value register for an intermediate result. */
  int temporary(int bits) {
    return module.registers.value(bits);
  }

  int temporaryPredicate() {
    return module.registers.predicates(1);
  }

  /** Emits an instruction of the named function, for all lanes. */
  void compute(String function, int destination, int a) {
    compute(Guard.NONE, function, destination, a, 0, 0);
  }

  void compute(String function, int destination, int a, int b) {
    compute(Guard.NONE, function, destination, a, b, 0);
  }

  void compute(Guard lanes, String function, int destination, int a, int b, int c) {
    LaneFunction laneFunction = module.laneFunction(function);
    if (laneFunction == null) {
      throw new IllegalStateException("no lane function " + function);
    }
    emit(new Compute(lanes, position, laneFunction, destination, a, b, c));
  }

  /** Copies a value of a type into a register at least as wide, for the lanes of a guard. */
  void move(Guard lanes, int destination, int source, int bits) {
    String function = bits == 64 ? "mov.b64" : bits == 16 ? "mov.b16" : "mov.b32";
    compute(lanes, bits == 8 ? "cvt.u16.u8" : function, destination, source, 0, 0);
  }

  /** Extends a value of a signed type in a register to the register's width. */
  void extendSign(Guard lanes, int register, ScalarType sourceType, int toBits) {
    if (sourceType.isSigned() && toBits > sourceType.bits()) {
      compute(lanes, "cvt.s" + toBits + "." + sourceType.spelling(), register, register, 0, 0);
    }
  }

  PtxException unexpected(int sourceOffset, String actual, String expected) {
    return module.source.unexpected(sourceOffset, actual, expected);
  }

  /** As {@link #unexpected}, of what may be good PTX that is not supported. */
  PtxException lacking(int sourceOffset, String actual, String expected) {
    return module.source.lacking(sourceOffset, actual, expected);
  }

  /** The error that something belongs to what is not supported, which is in the plural. */
  PtxException unsupported(int sourceOffset, String actual, String family) {
    return module.source.unsupported(sourceOffset, actual, family);
  }

  /** The error that a feature of PTX is known and not supported. */
  PtxException unsupported(int sourceOffset, String name, UnsupportedFeatures.Feature feature) {
    return module.source.unsupported(sourceOffset, name, feature.where(), feature.family());
  }

  /** The error that the instruction at hand is known in other forms only. */
  PtxException unsupported(String expected) {
    return lacking(instruction().sourceOffset(), "`" + instruction().mnemonic() + "`", expected);
  }

  /** The error that a qualifier of the instruction at hand does not belong there. */
  PtxException badQualifier(int index, String expected) {
    return unexpected(
        instruction().qualifiersAt()[index],
        "`." + instruction().qualifiers().get(index) + "`",
        expected);
  }

  /** Throws unless the instruction has as many operands as it should. */
  void expectOperands(int minimum, int maximum) {
    int operandCount = instruction().operands().size();
    if (operandCount < minimum || operandCount > maximum) {
      throw unexpected(
          instruction().sourceOffset(),
          "`" + instruction().mnemonic() + "` with " + count(operandCount),
          minimum == maximum ? count(minimum) : minimum + " to " + count(maximum));
    }
  }

  private static String count(int operands) {
    return operands == 1 ? "1 operand" : operands + " operands";
  }
}
