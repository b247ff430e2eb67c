package dev.syncopate.ptx.lower.link;

import dev.syncopate.ptx.lower.module.FunctionUnit;
import dev.syncopate.ptx.lower.module.FunctionUnit.Unusable;
import dev.syncopate.ptx.lower.module.ModuleContext;
import dev.syncopate.ptx.syntax.source.PtxException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds the functions that cannot run because of what they call by name. A call through an address
 * may go to any function of its shape, most of which it never goes to; it refuses nothing, and ends
 * the launch when it does go to one that cannot run.
 */
public final class Usability {
  private final ModuleContext module;

  public Usability(ModuleContext module) {
    this.module = module;
  }

  public void settle() {
    Set<FunctionUnit> checked = new HashSet<>();
    for (FunctionUnit unit : module.functions.values()) {
      refuseRecursion(unit, new ArrayList<>(), checked);
    }
    boolean more = true;
    while (more) {
      more = false;
      for (FunctionUnit unit : module.functions.values()) {
        for (FunctionUnit callee : unit.callees) {
          if (callee.unusable != null) {
            unit.refuse(callee.unusable);
            more = true;
            break;
          }
        }
      }
    }
  }

  private void refuseRecursion(
      FunctionUnit unit, List<FunctionUnit> callers, Set<FunctionUnit> checked) {
    int before = callers.indexOf(unit);
    if (before >= 0) {
      unit.refuse(new Unusable(recursion(unit, callers.subList(before, callers.size())), unit));
    } else if (checked.add(unit)) {
      callers.add(unit);
      for (FunctionUnit callee : List.copyOf(unit.callees)) {
        refuseRecursion(callee, callers, checked);
      }
      callers.remove(callers.size() - 1);
    }
  }

  private PtxException recursion(FunctionUnit unit, List<FunctionUnit> circle) {
    StringBuilder calls = new StringBuilder();
    for (FunctionUnit caller : circle) {
      calls.append('`').append(caller.syntax.name()).append("` calls ");
    }
    return module.source.lacking(
        unit.syntax.at(),
        "recursion (" + calls + "`" + unit.syntax.name() + "`)",
        "functions that do not call themselves");
  }
}
