package dev.syncopate.ptx.lower;

import dev.syncopate.ptx.ir.ControlInstruction.Branch;
import dev.syncopate.ptx.ir.ControlInstruction.BranchIndexed;
import dev.syncopate.ptx.ir.ControlInstruction.Exit;
import dev.syncopate.ptx.ir.ControlInstruction.GridDependency;
import dev.syncopate.ptx.ir.ControlInstruction.Nanosleep;
import dev.syncopate.ptx.ir.ControlInstruction.PerformanceEvent;
import dev.syncopate.ptx.ir.ControlInstruction.Trap;
import dev.syncopate.ptx.ir.ScalarType;
import dev.syncopate.ptx.syntax.InstructionSyntax;
import dev.syncopate.ptx.syntax.OperandSyntax;
import dev.syncopate.ptx.syntax.OperandSyntax.Name;
import dev.syncopate.ptx.syntax.Symbol;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lowers branches and ends. Until the function is done, targets are numbers of statements. */
final class ControlLowering {
  private static final int NO_MEETING_YET = -1;

  private final FunctionBody body;
  private final OperandResolver operands;

  ControlLowering(FunctionBody body, OperandResolver operands) {
    this.body = body;
    this.operands = operands;
  }

  /** {@code bra}. */
  void branch(InstructionSyntax instruction) {
    boolean uniform = isUniform(instruction, 0);
    body.expectOperands(1, 1);
    int target = target(operands.operand(0));
    body.emit(new Branch(body.guard, body.position, target, uniform, NO_MEETING_YET));
  }

  /** {@code brx.idx}. */
  void branchIndexed(InstructionSyntax instruction) {
    if (instruction.qualifiers().isEmpty() || !instruction.qualifiers().get(0).equals("idx")) {
      throw body.unsupported("`brx.idx`");
    }
    isUniform(instruction, 1);
    body.expectOperands(2, 2);
    int index = operands.read(operands.operand(0), ScalarType.U32);
    OperandSyntax list = operands.operand(1);
    Symbol symbol = find(list);
    if (!(symbol instanceof Symbol.BranchTargets labels)) {
      throw body.unexpected(
          list.at(), list.description(), "the name of a list of `.branchtargets`");
    }
    List<Integer> targets = new ArrayList<>(labels.labels().size());
    for (Name label : labels.labels()) {
      targets.add(target(label));
    }
    body.emit(
        new BranchIndexed(body.guard, body.position, index, List.copyOf(targets), NO_MEETING_YET));
  }

  private boolean isUniform(InstructionSyntax instruction, int startIndex) {
    for (int i = startIndex; i < instruction.qualifiers().size(); i++) {
      if (!instruction.qualifiers().get(i).equals("uni")) {
        throw body.badQualifier(i, "`.uni`");
      }
    }
    return instruction.qualifiers().size() > startIndex;
  }

  private @Nullable Symbol find(OperandSyntax operand) {
    return operand instanceof Name name && name.element() == null && name.offset() == 0
        ? body.instruction().scope().find(name.name())
        : null;
  }

  private int target(OperandSyntax operand) {
    Symbol symbol = find(operand);
    if (symbol instanceof Symbol.Label label) {
      return label.statement();
    }
    throw body.unexpected(
        operand.at(),
        operand.description(),
        symbol == null && operand instanceof Name name
            ? "a label: " + body.instruction().scope().suggestion(name.name())
            : "a label");
  }

  /** {@code exit}. */
  void exit(InstructionSyntax instruction) {
    plain(instruction);
    body.emit(new Exit(body.guard, body.position));
  }

  /** {@code trap}. */
  void trap(InstructionSyntax instruction) {
    plain(instruction);
    body.emit(new Trap(body.guard, body.position, "trap"));
  }

  /** Checks that an instruction has neither qualifiers nor operands. */
  void plain(InstructionSyntax instruction) {
    body.expectOperands(0, 0);
    if (!instruction.qualifiers().isEmpty()) {
      throw body.badQualifier(0, "`;`");
    }
  }

  /** {@code nanosleep}. */
  void nanosleep(InstructionSyntax instruction) {
    body.expectOperands(1, 1);
    if (!instruction.mnemonic().equals("nanosleep.u32")) {
      throw body.unsupported("`nanosleep.u32`");
    }
    int duration = operands.read(operands.operand(0), ScalarType.U32);
    body.emit(new Nanosleep(body.guard, body.position, duration));
  }

  /** {@code pmevent}: all events are one. */
  void performanceEvent() {
    body.expectOperands(1, 1);
    String mnemonic = body.instruction().mnemonic();
    if (!mnemonic.equals("pmevent") && !mnemonic.equals("pmevent.mask")) {
      throw body.unsupported("`pmevent` or `pmevent.mask`");
    }
    body.emit(new PerformanceEvent(body.guard, body.position));
  }

  /** {@code griddepcontrol}. */
  void gridDependency() {
    body.expectOperands(0, 0);
    String mnemonic = body.instruction().mnemonic();
    if (!mnemonic.equals("griddepcontrol.wait")
        && !mnemonic.equals("griddepcontrol.launch_dependents")) {
      throw body.unsupported("`griddepcontrol.wait` or `griddepcontrol.launch_dependents`");
    }
    body.emit(
        new GridDependency(body.guard, body.position, mnemonic.equals("griddepcontrol.wait")));
  }
}
