package dev.syncopate.ptx.lower.link;

import dev.syncopate.ptx.ir.SharedVariable;
import dev.syncopate.ptx.ir.StateSpace;
import dev.syncopate.ptx.lower.module.AddressSpaces;
import dev.syncopate.ptx.lower.module.FunctionUnit;
import dev.syncopate.ptx.syntax.VariableSyntax;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Places of a program's variables. Each variable in shared or local memory has a separate place,
 * except those without a size, which all start where dynamic shared memory does.
 */
final class MemoryLayout {
  private static final int LEAST_DYNAMIC_ALIGNMENT = 16;

  private final Map<String, Long> addresses;
  private final Map<VariableSyntax, Integer> offsets = new HashMap<>();
  private final List<VariableSyntax> shared = new ArrayList<>();
  private int sharedBytes;
  private int localBytes;
  private int dynamicAlignment = LEAST_DYNAMIC_ALIGNMENT;

  MemoryLayout(List<FunctionUnit> units, Map<String, Long> addresses) {
    this.addresses = addresses;
    for (FunctionUnit unit : units) {
      for (VariableSyntax variable : unit.variables) {
        if (!offsets.containsKey(variable)) {
          place(variable);
        }
      }
    }
  }

  private void place(VariableSyntax variable) {
    if (variable.space() == StateSpace.LOCAL) {
      int offset = AddressSpaces.align(localBytes, variable.alignment());
      offsets.put(variable, offset);
      localBytes = offset + variable.bytes();
    } else if (isDynamic(variable)) {
      if (!shared.contains(variable)) {
        shared.add(variable);
      }
      dynamicAlignment = Math.max(dynamicAlignment, variable.alignment());
    } else {
      int offset = AddressSpaces.align(sharedBytes, variable.alignment());
      offsets.put(variable, offset);
      shared.add(variable);
      sharedBytes = offset + variable.bytes();
    }
  }

  private static boolean isDynamic(VariableSyntax variable) {
    return variable.isExternal() && variable.space() == StateSpace.SHARED;
  }

  /** The address of a variable in its own state space. */
  long address(VariableSyntax variable) {
    if (isDynamic(variable)) {
      return dynamicSharedOffset();
    }
    Integer offset = offsets.get(variable);
    if (offset != null) {
      return offset;
    }
    Long address = addresses.get(variable.name());
    if (address == null) {
      throw new IllegalArgumentException("no address for variable " + variable.name());
    }
    return address;
  }

  int sharedBytes() {
    return sharedBytes;
  }

  int dynamicSharedOffset() {
    return AddressSpaces.align(sharedBytes, dynamicAlignment);
  }

  /** What lies where in shared memory, ascending. */
  List<SharedVariable> sharedVariables() {
    List<SharedVariable> placed = new ArrayList<>();
    for (VariableSyntax variable : shared) {
      int offset = (int) address(variable);
      placed.add(new SharedVariable(variable.name(), offset, variable.bytes()));
    }
    if (placed.size() > 1) {
      placed.sort(Comparator.comparingInt(SharedVariable::offset));
    }
    return List.copyOf(placed);
  }

  int localBytes() {
    return localBytes;
  }
}
