package dev.syncopate.ptx.lower.link;

import dev.syncopate.ptx.analysis.Analysed;
import dev.syncopate.ptx.analysis.ProgramAnalysis;
import dev.syncopate.ptx.ir.ControlInstruction.Call;
import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.MemoryInstruction.Atomic;
import dev.syncopate.ptx.ir.Parameter;
import dev.syncopate.ptx.ir.Program;
import dev.syncopate.ptx.ir.PtxModule;
import dev.syncopate.ptx.ir.RegisterNeed;
import dev.syncopate.ptx.ir.ScalarType;
import dev.syncopate.ptx.lower.module.AddressSpaces;
import dev.syncopate.ptx.lower.module.FunctionUnit;
import dev.syncopate.ptx.lower.module.ModuleContext;
import dev.syncopate.ptx.syntax.FunctionSyntax;
import dev.syncopate.ptx.syntax.VariableSyntax;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Puts together the program of a kernel from the functions it reaches. */
public final class ProgramLinker implements PtxModule.Linker {
  private final ModuleContext module;

  public ProgramLinker(ModuleContext module) {
    this.module = module;
  }

  @Override
  public Program link(String kernel, Map<String, Long> addresses) {
    FunctionUnit entry = module.functions.get(kernel);
    if (entry == null || !entry.syntax.kernel() || !entry.syntax.defined()) {
      throw new IllegalArgumentException(module.source.file() + " has no kernel named " + kernel);
    }
    if (entry.unusable != null) {
      throw entry.unusable.of(entry);
    }
    List<FunctionUnit> units = reachable(entry);
    MemoryLayout layout = new MemoryLayout(units, addresses);
    ProgramNumbering numbering = new ProgramNumbering(module, layout);
    List<Instruction> code = new ArrayList<>();
    List<Integer> entries = new ArrayList<>(units.size());
    int[] entryOf = new int[module.functions.size()];
    int next = 0;
    for (FunctionUnit unit : units) {
      entries.add(next);
      entryOf[unit.index] = next;
      next += unit.code.size();
    }
    for (FunctionUnit unit : units) {
      numbering.base = code.size();
      for (Instruction instruction : unit.code) {
        code.add(
            instruction instanceof Call call
                ? new Call(
                    numbering.guard(call.guard()),
                    call.position(),
                    entryOf[call.target()],
                    call.callee())
                : instruction.map(numbering));
      }
    }
    Analysed analysed =
        ProgramAnalysis.complete(
            code,
            entries,
            functionAddresses(units, entryOf).stream().filter(address -> address >= 0).toList(),
            numbering.registerBits(),
            numbering.predicates());
    refuseCommutativeResults(analysed.code());
    List<Parameter> parameters = parameters(entry);
    return new Program(
        kernel,
        analysed.code(),
        numbering.constants(),
        analysed.valueRegisters(),
        analysed.predicateRegisters(),
        registers(entry, analysed),
        parameters,
        parameterBytes(parameters),
        layout.sharedBytes(),
        layout.dynamicSharedOffset(),
        layout.localBytes(),
        entry.syntax.bounds().maxThreads(),
        entry.syntax.bounds().requiredBlock(),
        entry.syntax.bounds().clusters(),
        functionAddresses(units, entryOf),
        new TreeSet<>(analysed.loopsThatMaySpin()),
        layout.sharedVariables(),
        module.source.lines());
  }

  private static RegisterNeed registers(FunctionUnit kernel, Analysed analysed) {
    FunctionSyntax.LaunchBounds bounds = kernel.syntax.bounds();
    return new RegisterNeed(
        analysed.leastRegisters(),
        analysed.wantedRegisters(),
        bounds.maxRegisters() == 0 ? RegisterNeed.MOST : bounds.maxRegisters(),
        bounds.minCtas(),
        false);
  }

  /** The kernel, then all it may call: by name, or through an address of the right shape. */
  private List<FunctionUnit> reachable(FunctionUnit entry) {
    Set<FunctionUnit> reached = new LinkedHashSet<>();
    Set<String> shapes = new LinkedHashSet<>();
    List<FunctionUnit> order = new ArrayList<>();
    order.add(entry);
    reached.add(entry);
    for (int i = 0; i < order.size(); i++) {
      FunctionUnit unit = order.get(i);
      shapes.addAll(unit.indirectShapes.values());
      add(unit.callees, reached, order);
      for (FunctionUnit candidate : module.addressed) {
        if (candidate.lowered && shapes.stream().anyMatch(candidate::answersTo)) {
          add(Set.of(candidate), reached, order);
        }
      }
    }
    return order;
  }

  private static void add(
      Set<FunctionUnit> addedUnits, Set<FunctionUnit> reached, List<FunctionUnit> order) {
    for (FunctionUnit unit : addedUnits) {
      if (reached.add(unit)) {
        order.add(unit);
      }
    }
  }

  private List<Integer> functionAddresses(List<FunctionUnit> units, int[] entryOf) {
    List<Integer> addresses = new ArrayList<>(module.addressed.size());
    for (FunctionUnit unit : module.addressed) {
      boolean callable = units.contains(unit) && !unit.syntax.kernel();
      addresses.add(callable ? entryOf[unit.index] : -1);
    }
    return List.copyOf(addresses);
  }

  private void refuseCommutativeResults(List<Instruction> code) {
    for (Instruction instruction : code) {
      if (instruction instanceof Atomic atomic && atomic.commutative() && atomic.resultUsed()) {
        throw module.source.unexpected(
            module.source.offset(atomic.position()),
            "a `.comm` atomic whose result is read",
            "`red.comm`, or a result that no instruction reads");
      }
    }
  }

  private static List<Parameter> parameters(FunctionUnit kernel) {
    List<Parameter> parameters = new ArrayList<>();
    int offset = 0;
    for (VariableSyntax parameter : kernel.syntax.parameters()) {
      offset = AddressSpaces.align(offset, parameter.alignment());
      parameters.add(
          new Parameter(
              parameter.name(),
              parameter.isArray() ? ScalarType.B8 : parameter.type(),
              offset,
              parameter.bytes(),
              parameter.alignment()));
      offset += parameter.bytes();
    }
    return List.copyOf(parameters);
  }

  private static int parameterBytes(List<Parameter> parameters) {
    if (parameters.isEmpty()) {
      return 0;
    }
    Parameter last = parameters.get(parameters.size() - 1);
    return last.offset() + last.bytes();
  }
}
