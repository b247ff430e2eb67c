package dev.syncopate.ptx.lower;

import dev.syncopate.ptx.ir.Address;
import dev.syncopate.ptx.ir.Guard;
import dev.syncopate.ptx.ir.MemoryInstruction.CacheOperator;
import dev.syncopate.ptx.ir.MemoryInstruction.Store;
import dev.syncopate.ptx.ir.MemoryOrder;
import dev.syncopate.ptx.ir.MemoryScope;
import dev.syncopate.ptx.ir.ScalarType;
import dev.syncopate.ptx.ir.StateSpace;
import dev.syncopate.ptx.lower.module.FunctionSurvey;
import dev.syncopate.ptx.lower.module.ParameterRegisters;
import dev.syncopate.ptx.syntax.OperandSyntax;
import dev.syncopate.ptx.syntax.OperandSyntax.Memory;
import dev.syncopate.ptx.syntax.OperandSyntax.Name;
import dev.syncopate.ptx.syntax.Symbol;
import dev.syncopate.ptx.syntax.VariableSyntax;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Lowers {@code ld.param} and {@code st.param} on parameters of functions and calls to moves
 * between registers. A kernel's own parameters are in memory.
 */
final class ParameterAccess {
  private final FunctionBody body;
  private final OperandResolver operands;
  private final VariableStorage variables;
  private final FunctionSurvey survey;
  private final Map<VariableSyntax, ParameterRegisters> cells = new HashMap<>();

  ParameterAccess(
      FunctionBody body,
      OperandResolver operands,
      VariableStorage variables,
      FunctionSurvey survey) {
    this.body = body;
    this.operands = operands;
    this.variables = variables;
    this.survey = survey;
    addOwn(body.function().parameters(), body.unit.parameters);
    addOwn(body.function().results(), body.unit.results);
  }

  private void addOwn(List<VariableSyntax> parameters, ParameterRegisters[] registers) {
    for (int i = 0; i < registers.length; i++) {
      cells.put(parameters.get(i), registers[i]);
    }
  }

  /** The registers of a parameter, of this function or of a call it makes. */
  ParameterRegisters cells(VariableSyntax parameter) {
    ParameterRegisters parameterCells = cells.get(parameter);
    if (parameterCells == null) {
      parameterCells = survey.calleeCells(parameter);
      if (parameterCells == null
          || parameterCells.bytes() != parameter.bytes()
          || parameterCells.aggregate() != parameter.isAggregate()) {
        parameterCells =
            ParameterRegisters.of(parameter, body.module.registers, body.unit.valueBase);
      }
      cells.put(parameter, parameterCells);
    }
    return parameterCells;
  }

  /** Whether an operand in brackets names a parameter that lives in registers. */
  boolean isRegisterAccess(OperandSyntax operand, StateSpace space) {
    return space == StateSpace.PARAM
        && operand instanceof Memory memory
        && memory.base() instanceof Name base
        && body.instruction().scope().find(base.name()) instanceof Symbol.Variable variable
        && variable.variable().space() == StateSpace.PARAM
        && !variables.isKernelParameter(variable.variable());
  }

  private VariableSyntax parameter(Memory memory) {
    Name base = (Name) memory.base();
    return variables.find(base.at(), base.name());
  }

  /** Checks that an access lies inside the parameter and in one word of it. */
  private void check(Memory memory, VariableSyntax parameter, ScalarType type, int count) {
    long offset = memory.offset();
    if (offset < 0
        || offset + (long) count * type.bytes() > parameter.bytes()
        || offset % type.bytes() != 0) {
      throw body.unexpected(
          memory.at(),
          count * type.bytes() + " bytes at offset " + offset,
          "aligned ones of the " + parameter.bytes() + " bytes of `" + parameter.name() + "`");
    }
  }

  /** {@code ld.param}. */
  void load(Memory memory, ScalarType type, List<OperandSyntax> targetOperands) {
    VariableSyntax parameter = parameter(memory);
    check(memory, parameter, type, targetOperands.size());
    ParameterRegisters sourceCells = cells(parameter);
    for (int i = 0; i < targetOperands.size(); i++) {
      int register = operands.writeWideIfGiven(targetOperands.get(i), type);
      if (register >= 0) {
        int offset = (int) memory.offset() + i * type.bytes();
        loadWord(sourceCells.registers()[offset / 8], offset % 8, type, register);
        body.extendSign(body.guard, register, type, operands.width(targetOperands.get(i), type));
      }
    }
  }

  /**
   * {@code ld.param.b128}.
   *
   * @param targetRegister the lower of the two registers
   */
  void loadWide(Memory memory, int targetRegister) {
    for (int half = 0; half < 2; half++) {
      body.move(body.guard, targetRegister + half, wideWords(memory)[half], 64);
    }
  }

  /**
   * {@code st.param.b128}.
   *
   * @param sourceRegister the lower of the two registers
   */
  void storeWide(Memory memory, int sourceRegister) {
    for (int half = 0; half < 2; half++) {
      body.move(body.guard, wideWords(memory)[half], sourceRegister + half, 64);
    }
  }

  private int[] wideWords(Memory memory) {
    VariableSyntax parameter = parameter(memory);
    check(memory, parameter, ScalarType.B128, 1);
    int first = (int) memory.offset() / Long.BYTES;
    int[] words = cells(parameter).registers();
    return new int[] {words[first], words[first + 1]};
  }

  private void loadWord(int word, int offset, ScalarType type, int register) {
    if (offset == 0) {
      body.move(body.guard, register, word, type.bits());
    } else {
      body.compute(
          body.guard,
          "bfe.u64",
          register,
          word,
          body.module.constants.number(8L * offset),
          body.module.constants.number(type.bits()));
    }
  }

  /** {@code st.param}. */
  void store(Memory memory, ScalarType type, List<OperandSyntax> sourceOperands) {
    VariableSyntax parameter = parameter(memory);
    check(memory, parameter, type, sourceOperands.size());
    ParameterRegisters targetCells = cells(parameter);
    for (int i = 0; i < sourceOperands.size(); i++) {
      int value = operands.readWide(sourceOperands.get(i), type);
      int offset = (int) memory.offset() + i * type.bytes();
      int word = targetCells.registers()[offset / 8];
      if (type.bits() == targetCells.wordBits()) {
        body.move(body.guard, word, value, type.bits());
      } else {
        long field = (8L * (offset % 8)) | ((long) type.bits() << 8);
        int packed = body.module.constants.number(field);
        body.compute(body.guard, "bfi.b64", word, value, word, packed);
      }
    }
  }

  /** Copies an argument whose address is taken from registers to local memory. */
  void spill(VariableSyntax parameter) {
    ParameterRegisters sourceCells = cells(parameter);
    VariableSyntax copy = variables.copyOf(parameter);
    int remaining = parameter.bytes();
    for (int i = 0; i < sourceCells.registers().length; i++) {
      int offset = 8 * i;
      while (remaining > 0 && offset < 8 * i + 8) {
        int bytes = Math.min(8 * i + 8 - offset, Integer.highestOneBit(remaining));
        int value = sourceCells.registers()[i];
        if (offset > 8 * i) {
          value = body.temporary(64);
          body.compute(
              Guard.NONE,
              "shr.u64",
              value,
              sourceCells.registers()[i],
              body.module.constants.number(8L * (offset - 8 * i)),
              0);
        }
        store(variables.address(parameter, copy.at(), offset), type(bytes), value);
        offset += bytes;
        remaining -= bytes;
      }
    }
  }

  private static ScalarType type(int bytes) {
    return switch (bytes) {
      case 1 -> ScalarType.B8;
      case 2 -> ScalarType.B16;
      case 4 -> ScalarType.B32;
      default -> ScalarType.B64;
    };
  }

  private void store(int address, ScalarType type, int value) {
    body.emit(
        new Store(
            Guard.NONE,
            body.position,
            StateSpace.LOCAL,
            MemoryOrder.WEAK,
            MemoryScope.CTA,
            false,
            false,
            CacheOperator.NONE,
            type,
            new Address(address, 0),
            List.of(value)));
  }
}
