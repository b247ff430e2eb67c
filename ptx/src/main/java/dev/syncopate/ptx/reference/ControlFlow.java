package dev.syncopate.ptx.reference;

import dev.syncopate.ptx.ir.StateSpace;
import dev.syncopate.ptx.syntax.FunctionSyntax;
import dev.syncopate.ptx.syntax.InstructionSyntax;
import dev.syncopate.ptx.syntax.OperandSyntax;
import dev.syncopate.ptx.syntax.OperandSyntax.Group;
import dev.syncopate.ptx.syntax.OperandSyntax.Name;
import dev.syncopate.ptx.syntax.Symbol;
import dev.syncopate.ptx.syntax.VariableSyntax;
import java.util.ArrayList;
import java.util.List;

/** Branches, calls and returns of one thread. */
final class ControlFlow {
  private static final int DEEPEST = 1000;

  private final MemoryImage image;
  private final OperandAccess operands;

  ControlFlow(MemoryImage image, OperandAccess operands) {
    this.image = image;
    this.operands = operands;
  }

  /** Executes an instruction; false if it is none of these. */
  boolean execute(Lane lane, InstructionSyntax instruction) {
    FunctionFrame frame = lane.frames.getFirst();
    switch (instruction.opcode()) {
      case "bra" -> frame.next = label(instruction, (Name) instruction.operands().get(0));
      case "brx" -> indexed(lane, frame, instruction);
      case "call" -> call(lane, instruction);
      case "ret" -> leave(lane);
      case "exit" -> lane.exited = true;
      case "trap" -> throw new ReferenceException("a thread comes to trap");
      default -> {
        return false;
      }
    }
    return true;
  }

  private static int label(InstructionSyntax instruction, Name name) {
    if (OperandAccess.symbol(instruction, name) instanceof Symbol.Label label) {
      return label.statement();
    }
    throw new ReferenceException("`" + name.name() + "` is no label");
  }

  private void indexed(Lane lane, FunctionFrame frame, InstructionSyntax instruction) {
    long index =
        IntegerArithmetic.unsigned(
            operands.value(lane, instruction, instruction.operands().get(0)), 32);
    if (OperandAccess.symbol(instruction, (Name) instruction.operands().get(1))
            instanceof Symbol.BranchTargets targets
        && index < targets.labels().size()) {
      frame.next = label(instruction, targets.labels().get((int) index));
    } else {
      throw new ReferenceException("a branch to target " + index + " of fewer");
    }
  }

  private void call(Lane lane, InstructionSyntax instruction) {
    FunctionFrame caller = lane.frames.getFirst();
    List<OperandSyntax> rest = new ArrayList<>(instruction.operands());
    List<OperandSyntax> results = List.of();
    if (rest.get(0) instanceof Group group) {
      results = group.elements();
      rest.remove(0);
    }
    List<OperandSyntax> arguments =
        rest.size() > 1 && rest.get(1) instanceof Group group ? group.elements() : List.of();
    Name target = (Name) rest.get(0);
    FunctionSyntax named =
        OperandAccess.symbol(instruction, target) instanceof Symbol.Function function
            ? function.function()
            : image.function(operands.value(lane, instruction, target));
    FunctionSyntax callee = image.defined(named.name());
    if (lane.frames.size() == DEEPEST) {
      throw new ReferenceException(DEEPEST + " calls deep");
    }
    List<VariableSyntax> resultVariables =
        results.stream().map(r -> variable(instruction, r)).toList();
    FunctionFrame frame = new FunctionFrame(callee, resultVariables, lane.memory.localTop());
    for (int i = 0; i < arguments.size(); i++) {
      byte[] argumentBytes = caller.parameter(variable(instruction, arguments.get(i)));
      frame.parameters.put(callee.parameters().get(i), argumentBytes.clone());
    }
    caller.next++;
    enter(lane, frame);
  }

  private static VariableSyntax variable(InstructionSyntax instruction, OperandSyntax operand) {
    if (operand instanceof Name name
        && OperandAccess.symbol(instruction, name) instanceof Symbol.Variable variable) {
      return variable.variable();
    }
    throw new ReferenceException("an argument in a register: only .param is known");
  }

  /** Makes a function the thread's innermost one. */
  static void enter(Lane lane, FunctionFrame frame) {
    for (VariableSyntax variable : frame.function.variables()) {
      if (variable.space() == StateSpace.LOCAL) {
        frame.locals.put(variable, lane.memory.pushLocal(variable.bytes(), variable.alignment()));
      }
    }
    lane.frames.push(frame);
  }

  /** A return; from the kernel it is the thread's end. */
  void leave(Lane lane) {
    FunctionFrame frame = lane.frames.pop();
    if (lane.frames.isEmpty()) {
      lane.frames.push(frame);
      lane.exited = true;
      return;
    }
    FunctionFrame caller = lane.frames.getFirst();
    for (int i = 0; i < frame.results.size(); i++) {
      byte[] value = frame.parameter(frame.function.results().get(i));
      caller.parameters.put(frame.results.get(i), value.clone());
    }
    lane.memory.popLocal(frame.localTop);
  }
}
