package dev.syncopate.ptx.lower;

import dev.syncopate.ptx.ir.Module;
import dev.syncopate.ptx.syntax.ModuleSyntax;
import dev.syncopate.ptx.syntax.PtxException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Lowers a module: its variables, and every function that a kernel may reach. */
public final class ModuleLowering {
  private final ModuleContext module;
  private final Map<FunctionUnit, Survey> surveys = new HashMap<>();

  private ModuleLowering(ModuleSyntax syntax) {
    this.module = new ModuleContext(syntax);
  }

  /**
   * The module of a syntax tree.
   *
   * @throws PtxException where it holds what cannot be executed
   */
  public static Module lower(ModuleSyntax syntax) {
    ModuleLowering lowering = new ModuleLowering(syntax);
    lowering.run();
    ModuleContext module = lowering.module;
    List<String> kernels = new ArrayList<>();
    for (FunctionUnit unit : module.functions.values()) {
      if (unit.syntax.kernel() && unit.syntax.defined()) {
        kernels.add(unit.syntax.name());
      }
    }
    return new Module(
        module.source.file(),
        List.copyOf(kernels),
        new VariableImages(module).build(),
        new ProgramLinker(module));
  }

  private void run() {
    new VariableImages(module).takeAddresses();
    Deque<FunctionUnit> waiting = new ArrayDeque<>();
    for (FunctionUnit unit : module.functions.values()) {
      if (unit.syntax.defined()) {
        surveys.put(unit, new Survey(module, unit));
        if (unit.syntax.kernel()) {
          waiting.add(unit);
        }
      }
    }
    for (FunctionUnit unit : module.addressed) {
      waiting.add(unit);
    }
    while (!waiting.isEmpty()) {
      FunctionUnit unit = waiting.remove();
      Survey survey = surveys.get(unit);
      if (survey != null && !unit.lowered) {
        FunctionLowering.lower(module, unit, survey);
        for (FunctionUnit callee : unit.callees) {
          waiting.add(callee);
        }
      }
    }
    Set<FunctionUnit> checked = new HashSet<>();
    for (FunctionUnit unit : module.functions.values()) {
      refuseRecursion(unit, new ArrayList<>(), checked);
    }
  }

  private void refuseRecursion(
      FunctionUnit unit, List<FunctionUnit> callers, Set<FunctionUnit> checked) {
    int before = callers.indexOf(unit);
    if (before >= 0) {
      StringBuilder circle = new StringBuilder();
      for (FunctionUnit caller : callers.subList(before, callers.size())) {
        circle.append('`').append(caller.syntax.name()).append("` calls ");
      }
      throw module.source.unexpected(
          unit.syntax.at(),
          "recursion (" + circle + "`" + unit.syntax.name() + "`)",
          "functions that do not call themselves");
    }
    if (checked.add(unit)) {
      callers.add(unit);
      for (FunctionUnit callee : unit.callees) {
        refuseRecursion(callee, callers, checked);
      }
      callers.remove(callers.size() - 1);
    }
  }
}
