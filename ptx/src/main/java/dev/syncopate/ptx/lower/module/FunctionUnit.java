package dev.syncopate.ptx.lower.module;

import dev.syncopate.ptx.analysis.StronglyConnectedComponents;
import dev.syncopate.ptx.ir.ControlInstruction.Trap;
import dev.syncopate.ptx.ir.Guard;
import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.syntax.FunctionSyntax;
import dev.syncopate.ptx.syntax.VariableSyntax;
import dev.syncopate.ptx.syntax.source.PtxException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A function of the module and what it was lowered to. Targets of branches in its code are indices
 * into that code; targets of calls are indices of functions.
 */
public final class FunctionUnit {
  /** It has no address. */
  static final int NO_ADDRESS = -1;

  public final FunctionSyntax syntax;
  public final int index;

  /** Numbers of its first registers among those of the module. */
  public final int valueBase;

  public final int predicateBase;

  /** Where it finds its arguments and leaves its result; empty for kernels. */
  public final ParameterRegisters[] parameters;

  public final ParameterRegisters[] results;

  /** Its index among the functions whose address is taken. */
  int address = NO_ADDRESS;

  /** How it is called, if its address is taken. */
  public @Nullable Convention convention;

  public final List<Instruction> code = new ArrayList<>();
  public final Set<FunctionUnit> callees = new LinkedHashSet<>();

  /** Shapes of the functions it calls through addresses, by the index of the call in its code. */
  public final SortedMap<Integer, String> indirectShapes = new TreeMap<>();

  /** Variables in shared and local memory that it mentions, in order. */
  public final Set<VariableSyntax> variables = new LinkedHashSet<>();

  /**
   * Which functions call one another in a circle that this one is part of, {@link
   * StronglyConnectedComponents#NONE} if it is part of none. Those have a calling convention, as
   * functions with an address do, and what is in their registers and local variables is saved for
   * each activation.
   */
  int circle = StronglyConnectedComponents.NONE;

  /** Which of its instructions call functions of the same circle. */
  public final BitSet circularCalls = new BitSet();

  /** Whether it takes room on the stack other than for calls in a circle: {@code alloca}. */
  boolean allocates;

  /** Whether it does, or something that it may call, directly or not. */
  boolean usesStack;

  public boolean lowered;

  /** Why it cannot run, and the function that is to blame; null if it can. */
  public @Nullable Unusable unusable;

  /** A problem and the function in which it stands. */
  public record Unusable(PtxException problem, FunctionUnit culprit) {
    /** The error that a function which reaches it cannot run. */
    public PtxException of(FunctionUnit unit) {
      return unit == culprit
          ? problem
          : problem.remarking(
              "`%s`, which `%s` calls, cannot run"
                  .formatted(culprit.syntax.name(), unit.syntax.name()));
    }
  }

  FunctionUnit(FunctionSyntax syntax, int index, ModuleRegisters registers) {
    this.syntax = syntax;
    this.index = index;
    this.valueBase = registers.valueCount();
    for (int i = 0; i < syntax.values().count(); i++) {
      registers.value(syntax.values().get(i).bits());
    }
    this.predicateBase = registers.predicates(syntax.predicates());
    boolean kernel = syntax.kernel();
    this.parameters =
        kernel
            ? new ParameterRegisters[0]
            : ParameterRegisters.of(syntax.parameters(), registers, valueBase);
    this.results = ParameterRegisters.of(syntax.results(), registers, valueBase);
  }

  /**
   * Whether a call through an address may go to it: a function of the callee's shape. A kernel has
   * an address for the device runtime to launch, and none that may be called.
   */
  public boolean answersTo(String shape) {
    return !syntax.kernel()
        && Convention.shape(syntax.parameters(), syntax.results()).equals(shape);
  }

  /** Whether it may be called while it is active. */
  public boolean recursive() {
    return circle != StronglyConnectedComponents.NONE;
  }

  /** Whether a call of the other function may lead back to this one. */
  public boolean circular(FunctionUnit callee) {
    return recursive() && circle == callee.circle;
  }

  /** Whether it moves the stack pointer, which is then put back when it returns. */
  public boolean movesStack() {
    return recursive() || allocates;
  }

  /** Whether it or what it calls needs a stack pointer. */
  public boolean usesStack() {
    return usesStack;
  }

  /** See {@link Convention#shape}. */
  String shape() {
    return Convention.shape(syntax.parameters(), syntax.results());
  }

  /**
   * Marks the function as unable to run. A thread that calls it through an address, which lowering
   * cannot foresee, stops with the reason.
   */
  public void refuse(Unusable why) {
    unusable = why;
    lowered = true;
    callees.clear();
    indirectShapes.clear();
    variables.clear();
    circularCalls.clear();
    code.clear();
    code.add(new Trap(Guard.NONE, why.problem().position(), why.problem().problem()));
  }
}
