package dev.syncopate.ptx.lower.module;

import dev.syncopate.ptx.analysis.StronglyConnectedComponents;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Finds the functions of a module that may be called while they are active. A call through an
 * address may go to any function of its shape whose address is taken.
 */
public final class Recursion {
  private final ModuleContext module;
  private final StronglyConnectedComponents circles = new StronglyConnectedComponents();
  private final Map<String, Integer> shapes = new HashMap<>();

  private Recursion(ModuleContext module) {
    this.module = module;
  }

  /**
   * Notes in each function the circle of calls that it is part of.
   *
   * @param surveys of all functions with a body, when all have been looked at
   */
  public static void find(ModuleContext module, Map<FunctionUnit, FunctionSurvey> surveys) {
    new Recursion(module).find(surveys.entrySet());
  }

  private void find(Collection<Map.Entry<FunctionUnit, FunctionSurvey>> surveys) {
    for (int i = 0; i < module.functions.size(); i++) {
      circles.node(); // the function of this index
    }
    for (FunctionUnit unit : module.addressed) {
      if (!unit.syntax.kernel()) {
        circles.edge(node(unit.shape()), unit.index);
      }
    }
    for (Map.Entry<FunctionUnit, FunctionSurvey> entry : surveys) {
      for (FunctionUnit callee : entry.getValue().callees) {
        circles.edge(entry.getKey().index, callee.index);
      }
      for (String shape : entry.getValue().shapes) {
        circles.edge(entry.getKey().index, node(shape));
      }
    }
    int[] circleByNode = circles.find();
    for (FunctionUnit unit : module.functions.values()) {
      unit.circle = circleByNode[unit.index];
      if (unit.recursive() && unit.convention == null) {
        unit.convention = module.convention(unit.syntax.parameters(), unit.syntax.results());
      }
    }
    findStackUsers(surveys);
    shapes.forEach((shape, node) -> module.circleOfShape.put(shape, circleByNode[node]));
  }

  /** A function uses the stack if it moves the pointer or calls one that does. */
  private void findStackUsers(Collection<Map.Entry<FunctionUnit, FunctionSurvey>> surveys) {
    Set<String> using = new HashSet<>();
    boolean grows = true;
    while (grows) {
      grows = false;
      for (Map.Entry<FunctionUnit, FunctionSurvey> entry : surveys) {
        FunctionUnit unit = entry.getKey();
        FunctionSurvey survey = entry.getValue();
        if (!unit.usesStack
            && (unit.movesStack()
                || survey.callees.stream().anyMatch(FunctionUnit::usesStack)
                || survey.shapes.stream().anyMatch(using::contains))) {
          unit.usesStack = true;
          grows = true;
        }
        grows |= unit.usesStack && module.addressed.contains(unit) && using.add(unit.shape());
      }
    }
  }

  private int node(String shape) {
    return shapes.computeIfAbsent(shape, s -> circles.node());
  }
}
