package dev.syncopate.ptx.lower;

import dev.syncopate.ptx.ir.PtxModule;
import dev.syncopate.ptx.lower.link.FunctionUsability;
import dev.syncopate.ptx.lower.link.ProgramLinker;
import dev.syncopate.ptx.lower.link.TransactionRules;
import dev.syncopate.ptx.lower.link.VariableImages;
import dev.syncopate.ptx.lower.module.FunctionSurvey;
import dev.syncopate.ptx.lower.module.FunctionUnit;
import dev.syncopate.ptx.lower.module.ModuleContext;
import dev.syncopate.ptx.lower.module.Recursion;
import dev.syncopate.ptx.syntax.ModuleSyntax;
import dev.syncopate.ptx.syntax.source.PtxException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Lowers a module: its variables, and every function that a kernel may reach. */
public final class ModuleLowering {
  private final ModuleContext module;
  private final Map<FunctionUnit, FunctionSurvey> surveys = new LinkedHashMap<>();

  private ModuleLowering(ModuleSyntax syntax) {
    this.module = new ModuleContext(syntax);
  }

  /**
   * The module of a syntax tree. A kernel that reaches what is not supported is in it with the
   * reason, as long as there is another that can run.
   *
   * @throws PtxException where it is wrong, or holds nothing that can be executed
   */
  public static PtxModule lower(ModuleSyntax syntax) {
    ModuleLowering lowering = new ModuleLowering(syntax);
    lowering.run();
    ModuleContext module = lowering.module;
    new FunctionUsability(module).settle();
    new TransactionRules(module).check();
    List<String> kernels = new ArrayList<>();
    Map<String, String> unusable = new LinkedHashMap<>();
    for (FunctionUnit unit : module.functions.values()) {
      if (unit.syntax.kernel() && unit.syntax.defined()) {
        kernels.add(unit.syntax.name());
        if (unit.unusable != null) {
          unusable.put(unit.syntax.name(), unit.unusable.problem().problem());
        }
      }
    }
    if (kernels.size() == unusable.size()) {
      refuse(module);
    }
    return new PtxModule(
        module.source.file(),
        List.copyOf(kernels),
        Collections.unmodifiableMap(unusable),
        new VariableImages(module).build(),
        new ProgramLinker(module));
  }

  /** Refuses a module without a kernel that can run, if something in it is not supported. */
  private static void refuse(ModuleContext module) {
    FunctionUnit blamed = null;
    for (FunctionUnit unit : module.functions.values()) {
      if (unit.unusable != null && (blamed == null || !blamed.syntax.kernel())) {
        blamed = unit.syntax.kernel() || blamed == null ? unit : blamed;
      }
    }
    if (blamed != null && blamed.unusable != null) {
      throw blamed.unusable.of(blamed);
    }
    PtxException unsupported = module.syntax.unsupported();
    if (unsupported != null) {
      throw unsupported;
    }
  }

  private void run() {
    new VariableImages(module).takeAddresses();
    Deque<FunctionUnit> waiting = new ArrayDeque<>();
    for (FunctionUnit unit : module.functions.values()) {
      PtxException unsupported = unit.syntax.unsupported();
      if (unsupported != null) {
        unit.refuse(new FunctionUnit.Unusable(unsupported, unit));
      } else if (unit.syntax.defined()) {
        surveys.put(unit, new FunctionSurvey(module, unit));
        if (unit.syntax.kernel()) {
          waiting.add(unit);
        }
      }
    }
    for (FunctionUnit unit : module.addressed) {
      waiting.add(unit);
    }
    Recursion.find(module, surveys);
    while (!waiting.isEmpty()) {
      FunctionUnit unit = waiting.remove();
      FunctionSurvey survey = surveys.get(unit);
      if (survey != null && !unit.lowered) {
        lower(unit, survey);
        waiting.addAll(unit.callees);
      }
    }
  }

  private void lower(FunctionUnit unit, FunctionSurvey survey) {
    try {
      FunctionLowering.lower(module, unit, survey);
    } catch (PtxException e) {
      if (!e.isUnsupported()) {
        throw e;
      }
      unit.refuse(new FunctionUnit.Unusable(e, unit));
    }
  }
}
