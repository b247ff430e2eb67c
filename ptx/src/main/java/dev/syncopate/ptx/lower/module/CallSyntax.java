package dev.syncopate.ptx.lower.module;

import dev.syncopate.ptx.syntax.InstructionSyntax;
import dev.syncopate.ptx.syntax.OperandSyntax;
import dev.syncopate.ptx.syntax.OperandSyntax.Group;
import dev.syncopate.ptx.syntax.OperandSyntax.Name;
import dev.syncopate.ptx.syntax.Symbol;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The operands of a {@code call}.
 *
 * @param target a function, or a register that holds an address
 * @param shape what a call through an address may reach: a prototype, or null
 */
public record CallSyntax(
    List<OperandSyntax> results, Name target, List<OperandSyntax> arguments, @Nullable Name shape) {
  /**
   * The operands taken apart, or null if they are no {@code (results), target, (arguments), shape}.
   */
  public static @Nullable CallSyntax of(InstructionSyntax instruction) {
    List<OperandSyntax> operands = instruction.operands();
    int next = 0;
    List<OperandSyntax> results = List.of();
    if (next < operands.size() && operands.get(next) instanceof Group group) {
      results = group.elements();
      next++;
    }
    if (next == operands.size() || !(operands.get(next) instanceof Name target)) {
      return null;
    }
    next++;
    List<OperandSyntax> arguments = List.of();
    if (next < operands.size() && operands.get(next) instanceof Group group) {
      arguments = group.elements();
      next++;
    }
    Name shape = null;
    if (next < operands.size() && operands.get(next) instanceof Name name) {
      shape = name;
      next++;
    }
    return next == operands.size() ? new CallSyntax(results, target, arguments, shape) : null;
  }

  /** The function called by name, or null. */
  public @Nullable FunctionUnit callee(ModuleContext module, InstructionSyntax instruction) {
    return instruction.scope().find(target.name()) instanceof Symbol.Function function
        ? module.function(function.function())
        : null;
  }

  /** The {@link Convention#shape} of what a call through an address may reach, or null. */
  public @Nullable String shapeName(InstructionSyntax instruction) {
    Symbol named = shape == null ? null : instruction.scope().find(shape.name());
    if (named instanceof Symbol.Prototype prototype) {
      return Convention.shape(prototype.parameters(), prototype.results());
    }
    return named instanceof Symbol.CallTargets targets
            && instruction.scope().find(targets.functions().get(0).name())
                instanceof Symbol.Function function
        ? Convention.shape(function.function().parameters(), function.function().results())
        : null;
  }

  /**
   * The registers through which arguments and results go, or null for functions without a body and
   * where the shape of the callee is not known.
   */
  public @Nullable Convention convention(ModuleContext module, InstructionSyntax instruction) {
    FunctionUnit callee = callee(module, instruction);
    if (callee != null) {
      if (callee.convention != null) {
        return callee.convention;
      }
      return callee.syntax.defined() ? new Convention(callee.parameters, callee.results) : null;
    }
    if (shape == null) {
      return null;
    }
    Symbol named = instruction.scope().find(shape.name());
    if (named instanceof Symbol.Prototype prototype) {
      return module.convention(prototype.parameters(), prototype.results());
    }
    if (named instanceof Symbol.CallTargets targets && !targets.functions().isEmpty()) {
      Symbol first = instruction.scope().find(targets.functions().get(0).name());
      return first instanceof Symbol.Function function
          ? module.convention(function.function().parameters(), function.function().results())
          : null;
    }
    return null;
  }
}
