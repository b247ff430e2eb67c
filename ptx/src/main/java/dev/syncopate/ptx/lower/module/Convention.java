package dev.syncopate.ptx.lower.module;

import dev.syncopate.ptx.syntax.VariableSyntax;
import java.util.List;

/**
 * Places of arguments and results of calls through addresses: registers common to all functions of
 * one shape.
 */
public record Convention(ParameterRegisters[] parameters, ParameterRegisters[] results) {
  /** Two functions may stand in for each other if their shapes are equal. */
  public static String shape(List<VariableSyntax> parameters, List<VariableSyntax> results) {
    StringBuilder shape = new StringBuilder();
    append(shape, results);
    shape.append(';');
    append(shape, parameters);
    return shape.toString();
  }

  private static void append(StringBuilder shape, List<VariableSyntax> parameters) {
    for (VariableSyntax parameter : parameters) {
      shape.append(parameter.isAggregate() ? 'a' : 's').append(parameter.bytes());
    }
  }
}
