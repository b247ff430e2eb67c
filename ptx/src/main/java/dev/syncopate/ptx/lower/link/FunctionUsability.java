package dev.syncopate.ptx.lower.link;

import dev.syncopate.ptx.lower.module.FunctionUnit;
import dev.syncopate.ptx.lower.module.ModuleContext;

/**
 * Finds the functions that cannot run because of what they call by name. A call through an address
 * may reach any function of its shape, but most of them it never reaches. It therefore makes no
 * caller unusable; it ends the launch when its target cannot run.
 */
public final class FunctionUsability {
  private final ModuleContext module;

  public FunctionUsability(ModuleContext module) {
    this.module = module;
  }

  public void settle() {
    boolean changed = true;
    while (changed) {
      changed = false;
      for (FunctionUnit unit : module.functions.values()) {
        for (FunctionUnit callee : unit.callees) {
          if (callee.unusable != null) {
            unit.refuse(callee.unusable);
            changed = true;
            break;
          }
        }
      }
    }
  }
}
