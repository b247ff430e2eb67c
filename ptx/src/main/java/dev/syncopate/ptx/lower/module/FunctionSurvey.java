package dev.syncopate.ptx.lower.module;

import dev.syncopate.ptx.ir.StateSpace;
import dev.syncopate.ptx.syntax.InstructionSyntax;
import dev.syncopate.ptx.syntax.OperandSyntax;
import dev.syncopate.ptx.syntax.OperandSyntax.Memory;
import dev.syncopate.ptx.syntax.OperandSyntax.Name;
import dev.syncopate.ptx.syntax.OperandSyntax.Vector;
import dev.syncopate.ptx.syntax.Symbol;
import dev.syncopate.ptx.syntax.VariableSyntax;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Facts about a function's body that lowering needs: the functions and the parameters whose address
 * it takes, and the parameters of calls that may live in the callee's registers. The latter may if
 * only other such accesses lie between their accesses and the call: no other call, which might
 * overwrite them, and no branch.
 */
public final class FunctionSurvey {
  private final ModuleContext module;
  private final FunctionUnit unit;
  private final Map<VariableSyntax, Use> uses = new HashMap<>();

  /** How many calls, branches and labels come before each statement. */
  private final int[] barriers;

  /** The functions that it calls by name. */
  final Set<FunctionUnit> callees = new LinkedHashSet<>();

  /** The {@linkplain Convention#shape shapes} of those that it calls through addresses. */
  final Set<String> shapes = new LinkedHashSet<>();

  /** Parameters of the function whose address is taken, in order. */
  public final Set<VariableSyntax> addressed = new LinkedHashSet<>();

  /** Use of a call's parameter. */
  private static final class Use {
    int first = Integer.MAX_VALUE;
    int last = -1;
    int calls;
    int call;
    int place;
    boolean result;

    void at(int statement) {
      first = Math.min(first, statement);
      last = Math.max(last, statement);
    }
  }

  public FunctionSurvey(ModuleContext module, FunctionUnit unit) {
    this.module = module;
    this.unit = unit;
    List<InstructionSyntax> statements = unit.syntax.body();
    this.barriers = new int[statements.size() + 2];
    for (Symbol.Label label : unit.syntax.labels()) {
      barriers[label.statement()]++;
    }
    for (int i = 0; i < statements.size(); i++) {
      InstructionSyntax instruction = statements.get(i);
      switch (instruction.opcode()) {
        case "call" -> {
          barriers[i + 1]++;
          call(i, instruction);
        }
        case "bra", "brx", "ret", "exit" -> barriers[i + 1]++;
        case "alloca", "stacksave", "stackrestore" -> unit.allocates = true;
        default -> {}
      }
      if (!instruction.opcode().equals("call")) {
        for (OperandSyntax operand : instruction.operands()) {
          visit(i, instruction, operand);
        }
      }
    }
    for (int i = 1; i < barriers.length; i++) {
      barriers[i] += barriers[i - 1];
    }
  }

  private void visit(int statement, InstructionSyntax instruction, OperandSyntax operand) {
    if (operand instanceof Name name) {
      Symbol symbol = instruction.scope().find(name.name());
      if (symbol instanceof Symbol.Function function) {
        module.takeAddress(module.function(function.function()));
      } else if (symbol instanceof Symbol.Variable variable) {
        if (!unit.syntax.kernel() && unit.syntax.parameters().contains(variable.variable())) {
          addressed.add(variable.variable());
        }
      }
    } else if (operand instanceof Memory memory && memory.base() instanceof Name base) {
      if (instruction.scope().find(base.name()) instanceof Symbol.Variable variable
          && variable.variable().space() == StateSpace.PARAM) {
        use(variable.variable()).at(statement);
      }
    } else if (operand instanceof Vector vector) {
      for (OperandSyntax element : vector.elements()) {
        visit(statement, instruction, element);
      }
    }
  }

  private Use use(VariableSyntax variable) {
    Use use = uses.get(variable);
    if (use == null) {
      use = new Use();
      uses.put(variable, use);
    }
    return use;
  }

  private void call(int statement, InstructionSyntax instruction) {
    CallSyntax call = CallSyntax.of(instruction);
    if (call == null) {
      return;
    }
    FunctionUnit callee = call.callee(module, instruction);
    String shape = callee == null ? call.shapeName(instruction) : null;
    if (callee != null) {
      callees.add(callee);
    } else if (shape != null) {
      shapes.add(shape);
    }
    bind(statement, instruction, call.results(), true);
    bind(statement, instruction, call.arguments(), false);
  }

  private void bind(
      int statement, InstructionSyntax instruction, List<OperandSyntax> list, boolean result) {
    for (int i = 0; i < list.size(); i++) {
      if (list.get(i) instanceof Name name) {
        Symbol symbol = instruction.scope().find(name.name());
        if (symbol instanceof Symbol.Variable variable) {
          Use use = use(variable.variable());
          use.calls++;
          use.call = statement;
          use.place = i;
          use.result = result;
        } else if (symbol instanceof Symbol.Function function) {
          module.takeAddress(module.function(function.function()));
        }
      }
    }
  }

  /** The registers of the callee in which the parameter of a call may live, or null. */
  public @Nullable ParameterRegisters calleeCells(VariableSyntax parameter) {
    Use use = uses.get(parameter);
    if (use == null || use.calls != 1 || !isUndisturbed(use)) {
      return null;
    }
    InstructionSyntax instruction = unit.syntax.body().get(use.call);
    CallSyntax call = CallSyntax.of(instruction);
    Convention convention = call == null ? null : call.convention(module, instruction);
    if (convention == null) {
      return null;
    }
    ParameterRegisters[] cells = use.result ? convention.results() : convention.parameters();
    return use.place < cells.length ? cells[use.place] : null;
  }

  private boolean isUndisturbed(Use use) {
    if (use.last < 0) {
      return true;
    }
    if (use.result) {
      return use.first > use.call && barriers[use.last] == barriers[use.call + 1];
    }
    return use.last < use.call && barriers[use.call] == barriers[use.first];
  }
}
