package dev.syncopate.ptx.lower;

import dev.syncopate.ptx.ir.ControlInstruction.Branch;
import dev.syncopate.ptx.ir.ControlInstruction.BranchIndexed;
import dev.syncopate.ptx.ir.ControlInstruction.Exit;
import dev.syncopate.ptx.ir.ControlInstruction.Return;
import dev.syncopate.ptx.ir.ControlInstruction.Trap;
import dev.syncopate.ptx.ir.Guard;
import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.lower.module.FunctionSurvey;
import dev.syncopate.ptx.lower.module.FunctionUnit;
import dev.syncopate.ptx.lower.module.ModuleContext;
import dev.syncopate.ptx.syntax.InstructionSyntax;
import dev.syncopate.ptx.syntax.OperandSyntax;
import dev.syncopate.ptx.syntax.Symbol;
import dev.syncopate.ptx.syntax.VariableSyntax;
import dev.syncopate.ptx.syntax.source.PtxException;
import java.util.ArrayList;
import java.util.List;

/** Lowers one function: hands each instruction to the class that knows it. */
final class FunctionLowering {
  private final FunctionBody body;
  private final FunctionSurvey survey;
  private final ParameterAccess parameters;
  private final ArithmeticLowering arithmetic;
  private final PredicateLowering predicates;
  private final MoveLowering moves;
  private final MemoryLowering memory;
  private final AtomicLowering atomics;
  private final ClusterLowering clusters;
  private final AsyncLowering async;
  private final WarpLowering warp;
  private final MatrixLowering matrices;
  private final WarpgroupLowering warpgroups;
  private final ControlLowering control;
  private final CallLowering calls;
  private final OperandResolver operands;
  private final StackFrame stack;

  private FunctionLowering(ModuleContext module, FunctionUnit unit, FunctionSurvey survey) {
    this.survey = survey;
    body = new FunctionBody(module, unit);
    stack = new StackFrame(body);
    VariableStorage variables = new VariableStorage(body, stack);
    operands = new OperandResolver(body, variables);
    parameters = new ParameterAccess(body, operands, variables, survey);
    arithmetic = new ArithmeticLowering(body, operands);
    predicates = new PredicateLowering(body, operands);
    moves = new MoveLowering(body, operands, variables);
    memory = new MemoryLowering(body, operands, variables, parameters);
    atomics = new AtomicLowering(body, operands);
    clusters = new ClusterLowering(body, operands);
    async = new AsyncLowering(body, operands);
    warp = new WarpLowering(body, operands);
    matrices = new MatrixLowering(body, operands);
    warpgroups = new WarpgroupLowering(body, operands, matrices);
    control = new ControlLowering(body, operands);
    calls = new CallLowering(body, operands, parameters, stack);
  }

  /**
   * Fills in the code of a function.
   *
   * @throws PtxException where the function cannot be executed as it is
   */
  static void lower(ModuleContext module, FunctionUnit unit, FunctionSurvey survey) {
    if (!unit.lowered) {
      unit.lowered = true;
      new FunctionLowering(module, unit, survey).run();
    }
  }

  private void run() {
    List<InstructionSyntax> statements = body.function().body();
    int[] codeOf = new int[statements.size() + 1];
    stack.enter(!survey.addressed.isEmpty());
    calls.prologue();
    for (VariableSyntax parameter : survey.addressed) {
      parameters.spill(parameter);
    }
    for (int i = 0; i < statements.size(); i++) {
      codeOf[i] = body.unit.code.size();
      InstructionSyntax instruction = statements.get(i);
      body.begin(instruction);
      body.guard = guard(instruction);
      lower(instruction);
    }
    codeOf[statements.size()] = body.unit.code.size();
    body.end();
    if (isEndReached(codeOf)) {
      calls.leave(Guard.NONE);
    }
    stack.complete();
    resolveTargets(codeOf);
    Activations.save(body.module, body.unit);
  }

  /** Whether control may run or branch to the brace that ends the function. */
  private boolean isEndReached(int[] codeOf) {
    List<Instruction> code = body.unit.code;
    for (Symbol.Label label : body.function().labels()) {
      if (codeOf[label.statement()] == code.size()) {
        return true;
      }
    }
    if (code.isEmpty()) {
      return true;
    }
    Instruction last = code.get(code.size() - 1);
    boolean leaves =
        last instanceof Branch
            || last instanceof BranchIndexed
            || last instanceof Return
            || last instanceof Exit
            || last instanceof Trap;
    return !leaves || !last.guard().always();
  }

  private Guard guard(InstructionSyntax instruction) {
    OperandSyntax.Name guard = instruction.guard();
    return guard == null
        ? Guard.NONE
        : new Guard(operands.predicate(guard), instruction.guardNegated());
  }

  private void resolveTargets(int[] codeOf) {
    List<Instruction> code = body.unit.code;
    for (int i = 0; i < code.size(); i++) {
      if (code.get(i) instanceof Branch branch) {
        code.set(
            i,
            new Branch(
                branch.guard(),
                branch.position(),
                codeOf[branch.target()],
                branch.uniform(),
                branch.reconvergence()));
      } else if (code.get(i) instanceof BranchIndexed branch) {
        List<Integer> targets = new ArrayList<>(branch.targets().size());
        for (int statement : branch.targets()) {
          targets.add(codeOf[statement]);
        }
        code.set(
            i,
            new BranchIndexed(
                branch.guard(),
                branch.position(),
                branch.index(),
                List.copyOf(targets),
                branch.reconvergence()));
      }
    }
  }

  private void lower(InstructionSyntax instruction) {
    if (!lowerMemory(instruction) && !lowerControl(instruction)) {
      lowerValues(instruction);
    }
  }

  private boolean lowerMemory(InstructionSyntax instruction) {
    switch (instruction.opcode()) {
      case "ld", "ldu" -> memory.load();
      case "st" -> {
        if (instruction.has("async")) {
          clusters.storeAsync(instruction);
        } else {
          memory.store();
        }
      }
      case "atom", "red" -> {
        if (instruction.has("async")) {
          clusters.reduceAsync(instruction);
        } else {
          atomics.lower(instruction);
        }
      }
      case "membar", "fence" -> memory.fence(instruction);
      case "tx" -> memory.transaction(instruction);
      case "cp" -> async.copy(instruction);
      case "mbarrier" -> async.mbarrier(instruction);
      case "tensormap" -> async.tensorMap(instruction);
      // Hints, and there is nothing that heeds them.
      case "prefetch", "prefetchu" -> body.expectOperands(1, 1);
      case "applypriority", "discard" -> memory.lineHint(instruction);
      case "createpolicy" -> memory.policy(instruction);
      default -> {
        return false;
      }
    }
    return true;
  }

  private boolean lowerControl(InstructionSyntax instruction) {
    switch (instruction.opcode()) {
      case "bra" -> control.branch(instruction);
      case "brx" -> control.branchIndexed(instruction);
      case "call" -> calls.call(instruction);
      case "ret" -> calls.ret();
      case "exit" -> control.exit(instruction);
      case "trap" -> control.trap(instruction);
      case "nanosleep" -> control.nanosleep(instruction);
      case "griddepcontrol" -> control.gridDependency();
      case "pmevent" -> control.performanceEvent();
      case "alloca" -> stack.alloca(instruction, operands);
      case "stacksave" -> stack.save(instruction, operands);
      case "stackrestore" -> stack.restore(instruction, operands);
      case "bar", "barrier" -> warp.barrier(instruction);
      case "shfl" -> warp.shuffle(instruction);
      case "vote" -> warp.vote(instruction);
      case "match" -> warp.match(instruction);
      case "redux" -> warp.reduce(instruction);
      case "activemask" -> warp.activeMask(instruction);
      case "elect" -> warp.elect(instruction);
      case "mma" -> matrices.multiply(instruction);
      case "ldmatrix" -> matrices.load(instruction);
      case "stmatrix" -> matrices.store(instruction);
      case "movmatrix" -> matrices.transpose(instruction);
      case "wgmma" -> warpgroups.lower(instruction);
      case "setmaxnreg" -> warpgroups.limit(instruction);
      default -> {
        return false;
      }
    }
    return true;
  }

  private void lowerValues(InstructionSyntax instruction) {
    if (instruction.has("pred")) {
      predicates.logic(instruction);
      return;
    }
    switch (instruction.opcode()) {
      case "mov" -> moves.mov(instruction);
      case "cvta" -> moves.cvta(instruction);
      case "setp" -> predicates.setp(instruction);
      case "set" -> predicates.set(instruction);
      case "selp" -> predicates.selp(instruction);
      case "testp" -> predicates.testp(instruction);
      case "isspacep" -> predicates.isspacep(instruction);
      case "mapa" -> clusters.mapAddress(instruction);
      case "getctarank" -> clusters.addressRank(instruction);
      case "lop3" -> arithmetic.lop3(instruction);
      case "bfi" -> arithmetic.bfi(instruction);
      case "addc", "subc", "madc" -> arithmetic.carrying(instruction, instruction.opcode(), true);
      default -> {
        String shape = ArithmeticLowering.shape(instruction.opcode(), instruction);
        if (shape == null) {
          throw unknown(instruction);
        }
        arithmetic.lower(instruction, shape);
      }
    }
  }

  private PtxException unknown(InstructionSyntax instruction) {
    String nearest = Opcodes.nearest(instruction.opcode());
    return body.unsupported(
        nearest == null
            ? "an instruction that is supported"
            : "an instruction that is supported (the nearest is `" + nearest + "`)");
  }
}
