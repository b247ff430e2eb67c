package dev.syncopate.ptx.lower.module;

import dev.syncopate.ptx.syntax.VariableSyntax;
import java.util.List;

/**
 * The registers a parameter of a function lives in: one for a scalar, one for each 8 bytes of an
 * aggregate, and a scalar of 128 bits counts as one.
 *
 * @param bytes its size
 * @param aggregate whether it is made of 8-byte words, the last of which may be partly used
 */
public record ParameterRegisters(int[] registers, int bytes, boolean aggregate) {
  /** New registers for a parameter; its own if it is declared as a register. */
  public static ParameterRegisters of(
      VariableSyntax parameter, ModuleRegisters registers, int valueBase) {
    if (parameter.register() != null) {
      int first = valueBase + parameter.register().number();
      int[] cellRegisters =
          parameter.isAggregate() ? new int[] {first, first + 1} : new int[] {first};
      return new ParameterRegisters(
          cellRegisters, parameter.type().bytes(), parameter.isAggregate());
    }
    int bytes = parameter.bytes();
    if (!parameter.isAggregate()) {
      return new ParameterRegisters(new int[] {registers.value(8 * bytes)}, bytes, false);
    }
    int[] words = new int[(bytes + 7) / 8];
    for (int i = 0; i < words.length; i++) {
      words[i] = registers.value(64);
    }
    return new ParameterRegisters(words, bytes, true);
  }

  public static ParameterRegisters[] of(
      List<VariableSyntax> parameters, ModuleRegisters registers, int valueBase) {
    ParameterRegisters[] cells = new ParameterRegisters[parameters.size()];
    for (int i = 0; i < cells.length; i++) {
      cells[i] = of(parameters.get(i), registers, valueBase);
    }
    return cells;
  }

  /** Whether values can be handed from one to the other register by register. */
  public boolean fits(ParameterRegisters expected) {
    return bytes == expected.bytes && aggregate == expected.aggregate;
  }

  /** Width of each register's value. */
  public int wordBits() {
    return aggregate ? 64 : 8 * bytes;
  }
}
