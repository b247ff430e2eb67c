package dev.syncopate.ptx.lower;

import dev.syncopate.ptx.ir.ControlInstruction.Call;
import dev.syncopate.ptx.ir.ControlInstruction.CallIndirect;
import dev.syncopate.ptx.ir.ControlInstruction.Return;
import dev.syncopate.ptx.ir.ControlInstruction.SystemCall;
import dev.syncopate.ptx.ir.ControlInstruction.SystemFunction;
import dev.syncopate.ptx.ir.Guard;
import dev.syncopate.ptx.ir.ScalarType;
import dev.syncopate.ptx.ir.StateSpace;
import dev.syncopate.ptx.lower.module.CallSyntax;
import dev.syncopate.ptx.lower.module.Convention;
import dev.syncopate.ptx.lower.module.FunctionUnit;
import dev.syncopate.ptx.lower.module.ParameterRegisters;
import dev.syncopate.ptx.syntax.InstructionSyntax;
import dev.syncopate.ptx.syntax.OperandSyntax;
import dev.syncopate.ptx.syntax.OperandSyntax.Name;
import dev.syncopate.ptx.syntax.Symbol;
import dev.syncopate.ptx.syntax.VariableSyntax;
import dev.syncopate.ptx.syntax.source.PtxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Lowers calls and returns: arguments and results become moves between registers. */
final class CallLowering {
  /** What device code may call of the CUDA runtime; the group is there for launches. */
  private static final Pattern DEVICE_RUNTIME =
      Pattern.compile("(?:__cudaCDP\\d?|cuda)(?:(GetParameterBuffer|LaunchDevice)|[A-Z])");

  private final FunctionBody body;
  private final OperandResolver operands;
  private final ParameterAccess parameters;
  private final StackFrame stack;

  CallLowering(
      FunctionBody body, OperandResolver operands, ParameterAccess parameters, StackFrame stack) {
    this.body = body;
    this.operands = operands;
    this.parameters = parameters;
    this.stack = stack;
  }

  /**
   * What a function with an address does first: takes its arguments from where callers put them.
   */
  void prologue() {
    Convention convention = body.unit.convention;
    if (convention != null) {
      for (int i = 0; i < convention.parameters().length; i++) {
        copy(Guard.NONE, body.unit.parameters[i], convention.parameters()[i]);
      }
    }
  }

  /** {@code ret}. */
  void ret() {
    body.expectOperands(0, 0);
    leave(body.guard);
  }

  /** Returns, the result first put where callers expect it. */
  void leave(Guard guard) {
    Convention convention = body.unit.convention;
    if (convention != null) {
      for (int i = 0; i < convention.results().length; i++) {
        copy(guard, convention.results()[i], body.unit.results[i]);
      }
    }
    stack.leave(guard);
    body.emit(new Return(guard, body.position));
  }

  private void copy(Guard guard, ParameterRegisters target, ParameterRegisters source) {
    for (int w = 0; w < target.registers().length; w++) {
      if (target.registers()[w] != source.registers()[w]) {
        body.move(guard, target.registers()[w], source.registers()[w], target.wordBits());
      }
    }
  }

  /** {@code call}. */
  void call(InstructionSyntax instruction) {
    boolean uniform = false;
    for (int i = 0; i < instruction.qualifiers().size(); i++) {
      if (!instruction.qualifiers().get(i).equals("uni")) {
        throw body.badQualifier(i, "`.uni`");
      }
      uniform = true;
    }
    CallSyntax call = CallSyntax.of(instruction);
    if (call == null) {
      throw body.unsupported("`(results), function, (arguments), prototype`");
    }
    FunctionUnit callee = call.callee(body.module, instruction);
    if (callee == null) {
      indirect(instruction, call, uniform);
    } else if (callee.syntax.kernel()) {
      throw body.unexpected(call.target().at(), "a kernel", "a function");
    } else if (callee.syntax.defined()) {
      direct(instruction, call, callee);
    } else {
      system(call, callee);
    }
  }

  private void direct(InstructionSyntax instruction, CallSyntax call, FunctionUnit callee) {
    body.unit.callees.add(callee);
    if (callee.syntax.unsupported() != null) {
      // The caller cannot run either, so the call is not needed.
      return;
    }
    Convention convention = call.convention(body.module, instruction);
    if (convention == null) {
      throw new IllegalStateException("no registers for " + callee.syntax.name());
    }
    passArguments(call, convention.parameters());
    body.unit.circularCalls.set(body.unit.code.size(), body.unit.circular(callee));
    body.emit(new Call(body.guard, body.position, callee.index, callee.syntax.name()));
    takeResults(call, convention.results());
  }

  private void indirect(InstructionSyntax instruction, CallSyntax call, boolean uniform) {
    Name target = call.target();
    if (operands.register(target) == null) {
      if (instruction.scope().find(target.name()) == null) {
        throw operands.unknown(target);
      }
      throw body.unexpected(target.at(), "`" + target.name() + "`", "a function or a register");
    }
    Convention convention = call.convention(body.module, instruction);
    if (convention == null) {
      throw body.unexpected(
          target.at(), "a call through an address", "a `.callprototype` or `.calltargets` for it");
    }
    passArguments(call, convention.parameters());
    int address = operands.read(target, ScalarType.U64);
    String shape = Objects.requireNonNull(call.shapeName(instruction));
    body.unit.indirectShapes.put(body.unit.code.size(), shape);
    body.unit.circularCalls.set(body.unit.code.size(), body.module.circular(body.unit, shape));
    body.emit(new CallIndirect(body.guard, body.position, address, uniform));
    takeResults(call, convention.results());
  }

  private void passArguments(CallSyntax call, ParameterRegisters[] parameterCells) {
    checkCount(call, call.arguments(), parameterCells.length, "arguments");
    for (int i = 0; i < parameterCells.length; i++) {
      OperandSyntax argument = call.arguments().get(i);
      VariableSyntax variable = parameter(argument);
      if (variable != null) {
        ParameterRegisters argumentCells = parameters.cells(variable);
        checkFit(argument, argumentCells, parameterCells[i]);
        copy(Guard.NONE, parameterCells[i], argumentCells);
      } else {
        copy(Guard.NONE, parameterCells[i], given(argument, parameterCells[i]));
      }
    }
  }

  private void takeResults(CallSyntax call, ParameterRegisters[] resultCells) {
    if (call.results().isEmpty()) {
      return;
    }
    checkCount(call, call.results(), resultCells.length, "results");
    for (int i = 0; i < resultCells.length; i++) {
      OperandSyntax result = call.results().get(i);
      VariableSyntax variable = parameter(result);
      if (variable != null) {
        ParameterRegisters targetCells = parameters.cells(variable);
        checkFit(result, targetCells, resultCells[i]);
        copy(body.guard, targetCells, resultCells[i]);
      } else {
        ParameterRegisters targetCells = wanted(result, resultCells[i]);
        if (targetCells != null) {
          copy(body.guard, targetCells, resultCells[i]);
        }
      }
    }
  }

  /** A value that is handed over without a {@code .param}. */
  private ParameterRegisters given(OperandSyntax argument, ParameterRegisters parameterCells) {
    if (isWide(argument)) {
      return wide(argument, parameterCells);
    }
    int value = operands.read(argument, scalar(argument, parameterCells));
    return new ParameterRegisters(new int[] {value}, parameterCells.bytes(), false);
  }

  /** A register that takes a result without a {@code .param}; null for none. */
  private @Nullable ParameterRegisters wanted(
      OperandSyntax result, ParameterRegisters resultCells) {
    if (isWide(result)) {
      return wide(result, resultCells);
    }
    if (operands.isSink(result)) {
      return null;
    }
    int register = operands.writeIfGiven(result, scalar(result, resultCells));
    return new ParameterRegisters(new int[] {register}, resultCells.bytes(), false);
  }

  private boolean isWide(OperandSyntax operand) {
    Symbol.Register register = operands.register(operand);
    return register != null && register.type() == ScalarType.B128;
  }

  /** A register of 128 bits. */
  private ParameterRegisters wide(OperandSyntax operand, ParameterRegisters expectedCells) {
    int lower = operands.wide(operand);
    ParameterRegisters cells =
        new ParameterRegisters(new int[] {lower, lower + 1}, ScalarType.B128.bytes(), true);
    checkFit(operand, cells, expectedCells);
    return cells;
  }

  private void checkCount(CallSyntax call, List<OperandSyntax> actual, int expected, String kind) {
    if (actual.size() != expected) {
      throw body.unexpected(
          call.target().at(),
          actual.size() + " " + kind + " for `" + call.target().name() + "`",
          Integer.toString(expected));
    }
  }

  private void checkFit(
      OperandSyntax argument, ParameterRegisters actual, ParameterRegisters expected) {
    if (!actual.fits(expected)) {
      throw body.unexpected(
          argument.at(), "a parameter of " + describe(actual), "one of " + describe(expected));
    }
  }

  private static String describe(ParameterRegisters cells) {
    return (cells.aggregate() ? "an array of " : "") + cells.bytes() + " bytes";
  }

  /** The {@code .param} variable that an operand of a call names, or null. */
  private @Nullable VariableSyntax parameter(OperandSyntax operand) {
    if (operand instanceof Name name
        && body.instruction().scope().find(name.name()) instanceof Symbol.Variable variable
        && variable.variable().space() == StateSpace.PARAM
        && !body.function().parameters().contains(variable.variable())) {
      return variable.variable();
    }
    return null;
  }

  private ScalarType scalar(OperandSyntax operand, ParameterRegisters cells) {
    if (cells.aggregate()) {
      throw body.unexpected(
          operand.at(), operand.description(), "a `.param` of " + describe(cells));
    }
    return switch (cells.bytes()) {
      case 1, 2 -> ScalarType.B16;
      case 4 -> ScalarType.B32;
      default -> ScalarType.B64;
    };
  }

  /** A function that the runtime provides. */
  private void system(CallSyntax call, FunctionUnit callee) {
    String name = callee.syntax.name();
    SystemFunction function =
        switch (name) {
          case "vprintf" -> SystemFunction.VPRINTF;
          case "malloc" -> SystemFunction.MALLOC;
          case "free" -> SystemFunction.FREE;
          // operator new and delete, which clang leaves to the runtime; delete may tell the size.
          case "_Znwm", "_Znam" -> SystemFunction.MALLOC;
          case "_ZdlPv", "_ZdaPv", "_ZdlPvm", "_ZdaPvm" -> SystemFunction.FREE;
          case "__assertfail" -> SystemFunction.ASSERTFAIL;
          default -> throw undefined(call.target(), name);
        };
    List<Integer> arguments = new ArrayList<>();
    checkCount(call, call.arguments(), callee.syntax.parameters().size(), "arguments");
    for (int i = 0; i < call.arguments().size(); i++) {
      OperandSyntax argument = call.arguments().get(i);
      VariableSyntax variable = parameter(argument);
      ScalarType type = scalar(argument, callee.parameters[i]);
      if (variable == null) {
        arguments.add(operands.read(argument, type));
      } else {
        ParameterRegisters argumentCells = parameters.cells(variable);
        checkFit(argument, argumentCells, callee.parameters[i]);
        arguments.add(argumentCells.registers()[0]);
      }
    }
    int argumentCount = function == SystemFunction.FREE ? 1 : arguments.size();
    body.emit(
        new SystemCall(
            body.guard,
            body.position,
            function,
            List.copyOf(arguments.subList(0, argumentCount)),
            systemResult(call, callee)));
  }

  private int systemResult(CallSyntax call, FunctionUnit callee) {
    if (call.results().isEmpty()) {
      return -1;
    }
    checkCount(call, call.results(), callee.syntax.results().size(), "results");
    OperandSyntax result = call.results().get(0);
    VariableSyntax variable = parameter(result);
    ScalarType type = scalar(result, callee.results[0]);
    if (variable == null) {
      return operands.writeIfGiven(result, type);
    }
    ParameterRegisters targetCells = parameters.cells(variable);
    checkFit(result, targetCells, callee.results[0]);
    return targetCells.registers()[0];
  }

  private PtxException undefined(Name target, String name) {
    Matcher runtime = DEVICE_RUNTIME.matcher(name);
    if (runtime.lookingAt()) {
      return body.unsupported(
          target.at(),
          "a call of `" + name + "`",
          runtime.group(1) == null
              ? "calls of the CUDA runtime by kernels"
              : "kernels started by kernels");
    }
    return body.lacking(
        target.at(),
        "a call of `" + name + "`, which is declared and not defined",
        "a function of this module, `vprintf`, `malloc`, `free` or `__assertfail`");
  }
}
