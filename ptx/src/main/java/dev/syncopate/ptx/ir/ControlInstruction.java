package dev.syncopate.ptx.ir;

import java.util.List;

/** Instructions that decide which instruction a lane executes next, or when. */
public sealed interface ControlInstruction extends Instruction {
  /**
   * {@code bra}; the guard says which lanes take it. {@code reconvergence} is the immediate
   * post-dominator, -1 at the function's exit.
   */
  record Branch(Guard guard, Position position, int target, boolean uniform, int reconvergence)
      implements ControlInstruction {
    @Override
    public Branch map(OperandMap map) {
      return new Branch(
          map.guard(guard),
          position,
          map.target(target),
          uniform,
          reconvergence < 0 ? reconvergence : map.target(reconvergence));
    }
  }

  /** {@code brx.idx}: a lane goes to {@code targets[index]}. */
  record BranchIndexed(
      Guard guard, Position position, int index, List<Integer> targets, int reconvergence)
      implements ControlInstruction {
    @Override
    public BranchIndexed map(OperandMap map) {
      return new BranchIndexed(
          map.guard(guard),
          position,
          map.read(index),
          map.targets(targets),
          reconvergence < 0 ? reconvergence : map.target(reconvergence));
    }
  }

  /** Direct call; arguments and results were lowered to moves into the callee's own registers. */
  record Call(Guard guard, Position position, int target, String callee)
      implements ControlInstruction {
    @Override
    public Call map(OperandMap map) {
      return new Call(map.guard(guard), position, map.target(target), callee);
    }
  }

  /**
   * Call through an address: the operand's value selects among {@link Program#functionAddresses()}.
   */
  record CallIndirect(Guard guard, Position position, int address, boolean uniform)
      implements ControlInstruction {
    @Override
    public CallIndirect map(OperandMap map) {
      return new CallIndirect(map.guard(guard), position, map.read(address), uniform);
    }
  }

  /** {@code ret}: back to the caller, or, in the kernel itself, the end of the lane. */
  record Return(Guard guard, Position position) implements ControlInstruction {
    @Override
    public Return map(OperandMap map) {
      return new Return(map.guard(guard), position);
    }
  }

  /** {@code exit}: the end of the lane. */
  record Exit(Guard guard, Position position) implements ControlInstruction {
    @Override
    public Exit map(OperandMap map) {
      return new Exit(map.guard(guard), position);
    }
  }

  /** {@code trap}: the end of the launch, as a failure. */
  record Trap(Guard guard, Position position, String reason) implements ControlInstruction {
    @Override
    public Trap map(OperandMap map) {
      return new Trap(map.guard(guard), position, reason);
    }
  }

  /** {@code nanosleep}; {@code duration} is an operand code, in nanoseconds. */
  record Nanosleep(Guard guard, Position position, int duration) implements ControlInstruction {
    @Override
    public Nanosleep map(OperandMap map) {
      return new Nanosleep(map.guard(guard), position, map.read(duration));
    }
  }

  /** {@code pmevent}, of whichever events: a moment that is noted. */
  record PerformanceEvent(Guard guard, Position position) implements ControlInstruction {
    @Override
    public PerformanceEvent map(OperandMap map) {
      return new PerformanceEvent(map.guard(guard), position);
    }
  }

  /**
   * {@code griddepcontrol}.
   *
   * @param waits whether for the grids before, else it lets the grid behind start
   */
  record GridDependency(Guard guard, Position position, boolean waits)
      implements ControlInstruction {
    @Override
    public GridDependency map(OperandMap map) {
      return new GridDependency(map.guard(guard), position, waits);
    }
  }

  /** A function the runtime provides. Operand codes in, a value register out or -1. */
  record SystemCall(
      Guard guard,
      Position position,
      SystemFunction function,
      List<Integer> arguments,
      int destination)
      implements ControlInstruction {
    @Override
    public SystemCall map(OperandMap map) {
      return new SystemCall(
          map.guard(guard),
          position,
          function,
          map.reads(arguments),
          map.writeIfGiven(destination));
    }
  }

  /**
   * The functions of a {@link SystemCall}: {@code vprintf(format, arguments)} and {@code
   * __assertfail(message, file, line, function, character size)}, whose pointers are generic
   * addresses; {@code malloc(size)} and {@code free(pointer)}.
   */
  enum SystemFunction {
    VPRINTF,
    MALLOC,
    FREE,
    ASSERTFAIL
  }
}
