package dev.syncopate.ptx.lower.link;

import dev.syncopate.ptx.ir.Operand;
import dev.syncopate.ptx.ir.OperandMap;
import dev.syncopate.ptx.lower.module.ModuleContext;
import dev.syncopate.ptx.syntax.VariableSyntax;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Renumbers the registers, constants and targets of a module's functions to those of one program,
 * as they appear.
 */
final class ProgramNumbering implements OperandMap {
  private final ModuleContext module;
  private final MemoryLayout layout;

  /** Number in the program plus one, by number in the module; 0 where it has none yet. */
  private final int[] values;

  private final int[] predicates;
  private int[] bits = new int[32];
  private int valueCount;
  private int predicateCount;
  private long[] constants = new long[32];
  private int constantCount;
  private final Map<Long, Integer> constantCodes = new HashMap<>();

  /** Where the function at hand begins in the program. */
  int base;

  ProgramNumbering(ModuleContext module, MemoryLayout layout) {
    this.module = module;
    this.layout = layout;
    this.values = new int[module.registers.valueCount()];
    this.predicates = new int[module.registers.predicateCount()];
  }

  @Override
  public int read(int code) {
    return Operand.isConstant(code) ? constant(code) : write(code);
  }

  private int constant(int code) {
    VariableSyntax variable = module.constants.variable(code);
    long value = module.constants.bits(code) + (variable == null ? 0 : layout.address(variable));
    Integer existingCode = constantCodes.get(value);
    if (existingCode != null) {
      return existingCode;
    }
    if (constantCount == constants.length) {
      constants = Arrays.copyOf(constants, 2 * constantCount);
    }
    int numbered = Operand.constant(constantCount);
    constants[constantCount++] = value;
    constantCodes.put(value, numbered);
    return numbered;
  }

  @Override
  public int write(int register) {
    if (values[register] == 0) {
      if (valueCount == bits.length) {
        bits = Arrays.copyOf(bits, 2 * valueCount);
      }
      bits[valueCount++] = module.registers.bits(register);
      values[register] = valueCount;
    }
    return values[register] - 1;
  }

  @Override
  public int readPredicate(int predicate) {
    return writePredicate(predicate);
  }

  @Override
  public int writePredicate(int predicate) {
    if (predicates[predicate] == 0) {
      predicates[predicate] = ++predicateCount;
    }
    return predicates[predicate] - 1;
  }

  @Override
  public int target(int index) {
    return base + index;
  }

  /** Width of each value register of the program. */
  int[] registerBits() {
    return Arrays.copyOf(bits, valueCount);
  }

  int predicates() {
    return predicateCount;
  }

  long[] constants() {
    return Arrays.copyOf(constants, constantCount);
  }
}
