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
import dev.syncopate.ptx.syntax.Refused;
import dev.syncopate.ptx.syntax.source.PtxException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The function being lowered: the instruction at hand, and where its code goes. */
final class Body {
  final ModuleContext module;
  final FunctionUnit unit;

  private @Nullable InstructionSyntax current;

  /** Where the instruction at hand stands, and the lanes it acts on. */
  Position position;

  Guard guard = Guard.NONE;

  Body(ModuleContext module, FunctionUnit unit) {
    this.module = module;
    this.unit = unit;
    this.position = module.source.position(unit.syntax.at());
  }

  /** Goes to the next instruction. */
  void begin(InstructionSyntax instruction) {
    current = instruction;
    position = module.source.position(instruction.at());
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
    LaneFunction known = module.laneFunction(function);
    if (known == null) {
      throw new IllegalStateException("no lane function " + function);
    }
    emit(new Compute(lanes, position, known, destination, a, b, c));
  }

  /** Copies a value of a type into a register at least as wide, for the lanes of a guard. */
  void move(Guard lanes, int destination, int source, int bits) {
    String function = bits == 64 ? "mov.b64" : bits == 16 ? "mov.b16" : "mov.b32";
    compute(lanes, bits == 8 ? "cvt.u16.u8" : function, destination, source, 0, 0);
  }

  /** Extends a value of a signed type in a register to the register's width. */
  void extendSign(Guard lanes, int register, ScalarType from, int toBits) {
    if (from.isSigned() && toBits > from.bits()) {
      compute(lanes, "cvt.s" + toBits + "." + from.spelling(), register, register, 0, 0);
    }
  }

  PtxException unexpected(int at, String found, String expected) {
    return module.source.unexpected(at, found, expected);
  }

  /** As {@link #unexpected}, of what may be good PTX that is not supported. */
  PtxException lacking(int at, String found, String expected) {
    return module.source.lacking(at, found, expected);
  }

  /** The error that something belongs to what is not supported, which is in the plural. */
  PtxException unsupported(int at, String found, String family) {
    return module.source.unsupported(at, found, family);
  }

  /** The error that a feature of PTX is known and not supported. */
  PtxException unsupported(int at, String name, Refused.Feature feature) {
    return module.source.unsupported(at, name, feature.where(), feature.family());
  }

  /** The error that the instruction at hand is known in other forms only. */
  PtxException unsupported(String expected) {
    return lacking(instruction().at(), "`" + instruction().mnemonic() + "`", expected);
  }

  /** The error that a qualifier of the instruction at hand does not belong there. */
  PtxException badQualifier(int index, String expected) {
    return unexpected(
        instruction().qualifiersAt()[index],
        "`." + instruction().qualifiers().get(index) + "`",
        expected);
  }

  /** Throws unless the instruction has as many operands as it should. */
  void expectOperands(int least, int most) {
    int found = instruction().operands().size();
    if (found < least || found > most) {
      throw unexpected(
          instruction().at(),
          "`" + instruction().mnemonic() + "` with " + count(found),
          least == most ? count(least) : least + " to " + count(most));
    }
  }

  private static String count(int operands) {
    return operands == 1 ? "1 operand" : operands + " operands";
  }
}
