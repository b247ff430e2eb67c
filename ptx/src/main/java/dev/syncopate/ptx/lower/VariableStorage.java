package dev.syncopate.ptx.lower;

import dev.syncopate.ptx.ir.StateSpace;
import dev.syncopate.ptx.lower.module.AddressSpaces;
import dev.syncopate.ptx.syntax.Symbol;
import dev.syncopate.ptx.syntax.VariableSyntax;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Storage of the variables that a function names. Parameters of a kernel are in parameter memory;
 * those of a function are in registers, and if their address is taken in local memory as well.
 */
final class VariableStorage {
  private final FunctionBody body;
  private final StackFrame stack;
  private final Map<VariableSyntax, Integer> kernelParameters = new HashMap<>();
  private final Map<VariableSyntax, VariableSyntax> copies = new HashMap<>();

  VariableStorage(FunctionBody body, StackFrame stack) {
    this.body = body;
    this.stack = stack;
    if (body.function().kernel()) {
      int offset = 0;
      for (VariableSyntax parameter : body.function().parameters()) {
        offset = AddressSpaces.align(offset, parameter.alignment());
        kernelParameters.put(parameter, offset);
        offset += parameter.bytes();
      }
    }
  }

  /** The variable of a name, or an error. */
  VariableSyntax find(int sourceOffset, String name) {
    Symbol symbol = body.instruction().scope().find(name);
    if (symbol instanceof Symbol.Variable variable) {
      return variable.variable();
    }
    if (symbol instanceof Symbol.Unsupported unsupported) {
      throw unsupported.problem();
    }
    throw body.unexpected(
        sourceOffset,
        "`" + name + "`",
        symbol == null
            ? body.instruction().scope().suggestion(name)
            : "a variable or a register, not " + symbol.description());
  }

  /** Makes room in local memory for a copy of a parameter whose address is taken. */
  VariableSyntax copyOf(VariableSyntax parameter) {
    VariableSyntax copy = parameter.copyInLocalMemory();
    copies.put(parameter, copy);
    return copy;
  }

  boolean hasCopies() {
    return !copies.isEmpty();
  }

  /** The space in which a variable's address means something. */
  StateSpace spaceOf(VariableSyntax variable) {
    return copies.containsKey(variable) ? StateSpace.LOCAL : variable.space();
  }

  boolean isKernelParameter(VariableSyntax variable) {
    return kernelParameters.containsKey(variable);
  }

  /** The operand code of a variable's address plus an offset. */
  int address(VariableSyntax variable, int sourceOffset, long offset) {
    Integer parameterOffset = kernelParameters.get(variable);
    if (parameterOffset != null) {
      return body.module.constants.number(parameterOffset + offset);
    }
    VariableSyntax place = placeOf(variable);
    if (place == null) {
      throw body.unexpected(
          sourceOffset,
          "the address of `" + variable.name() + "`, a parameter of a call",
          "an access with `ld.param` or `st.param`");
    }
    if (place.isExternal() && place.space() != StateSpace.SHARED) {
      throw body.lacking(
          sourceOffset,
          "`" + variable.name() + "`, which is declared `.extern` and defined nowhere",
          "a variable of this module");
    }
    if (stack.holds(place)) {
      return stack.address(place, offset);
    }
    if (place.space() == StateSpace.SHARED || place.space() == StateSpace.LOCAL) {
      body.unit.variables.add(place);
    }
    return body.module.constants.address(place, offset);
  }

  private @Nullable VariableSyntax placeOf(VariableSyntax variable) {
    return variable.space() == StateSpace.PARAM ? copies.get(variable) : variable;
  }
}
