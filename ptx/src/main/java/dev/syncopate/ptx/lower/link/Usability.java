package dev.syncopate.ptx.lower.link;

import dev.syncopate.ptx.lower.module.FunctionUnit;
import dev.syncopate.ptx.lower.module.ModuleContext;

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
