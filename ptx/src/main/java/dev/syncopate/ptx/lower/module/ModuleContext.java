package dev.syncopate.ptx.lower.module;

import dev.syncopate.ptx.alu.LaneFunction;
import dev.syncopate.ptx.alu.LanePredicate;
import dev.syncopate.ptx.alu.table.LaneFunctions;
import dev.syncopate.ptx.alu.table.LanePredicates;
import dev.syncopate.ptx.analysis.StronglyConnectedComponents;
import dev.syncopate.ptx.syntax.FunctionSyntax;
import dev.syncopate.ptx.syntax.ModuleSyntax;
import dev.syncopate.ptx.syntax.VariableSyntax;
import dev.syncopate.ptx.syntax.source.PtxSource;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Shared state of a module's functions during lowering. */
public final class ModuleContext {
  private static final int NO_REGISTER = -1;

  public final ModuleSyntax syntax;
  public final PtxSource source;
  public final Constants constants = new Constants();
  public final ModuleRegisters registers = new ModuleRegisters();
  public final Map<String, FunctionUnit> functions = new LinkedHashMap<>();

  /** Functions whose address is taken, by their number. */
  public final List<FunctionUnit> addressed = new ArrayList<>();

  /** The circle of calls in which calls through addresses of a shape are. */
  final Map<String, Integer> circleOfShape = new HashMap<>();

  private int stackPointer = NO_REGISTER;

  private final Map<String, Convention> conventions = new HashMap<>();
  private final Map<String, LaneFunction> laneFunctions = new HashMap<>();
  private final Map<String, LanePredicate> lanePredicates = new HashMap<>();

  public ModuleContext(ModuleSyntax syntax) {
    this.syntax = syntax;
    this.source = syntax.source();
    for (FunctionSyntax function : syntax.functions()) {
      functions.put(function.name(), new FunctionUnit(function, functions.size(), registers));
    }
  }

  public FunctionUnit function(FunctionSyntax syntax) {
    FunctionUnit unit = functions.get(syntax.name());
    if (unit == null) {
      throw new IllegalStateException("no function " + syntax.name());
    }
    return unit;
  }

  /** Gives a function an address if it has none yet. */
  public void takeAddress(FunctionUnit function) {
    if (function.address == FunctionUnit.NO_ADDRESS) {
      function.address = addressed.size();
      addressed.add(function);
      if (!function.syntax.kernel()) {
        function.convention = convention(function.syntax.parameters(), function.syntax.results());
      }
    }
  }

  /** Whether a call through an address of a shape may lead back to the function that makes it. */
  public boolean circular(FunctionUnit caller, String shape) {
    return caller.recursive()
        && caller.circle == circleOfShape.getOrDefault(shape, StronglyConnectedComponents.NONE);
  }

  /**
   * The register that holds the address behind what a thread uses of its stack, common to all
   * functions.
   */
  public int stackPointer() {
    if (stackPointer == NO_REGISTER) {
      stackPointer = registers.value(32);
    }
    return stackPointer;
  }

  /** The registers through which arguments, results and the stack pointer go between functions. */
  public BitSet handedOver() {
    BitSet passedRegisters = new BitSet();
    for (Convention convention : conventions.values()) {
      for (ParameterRegisters[] cells : List.of(convention.parameters(), convention.results())) {
        for (ParameterRegisters cell : cells) {
          for (int register : cell.registers()) {
            passedRegisters.set(register);
          }
        }
      }
    }
    passedRegisters.set(stackPointer());
    return passedRegisters;
  }

  /** The convention for calls of a shape. */
  Convention convention(List<VariableSyntax> parameters, List<VariableSyntax> results) {
    String shape = Convention.shape(parameters, results);
    Convention convention = conventions.get(shape);
    if (convention == null) {
      convention = new Convention(fresh(parameters), fresh(results));
      conventions.put(shape, convention);
    }
    return convention;
  }

  private ParameterRegisters[] fresh(List<VariableSyntax> parameters) {
    ParameterRegisters[] cells = new ParameterRegisters[parameters.size()];
    for (int i = 0; i < cells.length; i++) {
      VariableSyntax parameter = parameters.get(i);
      int[] words = new int[parameter.isAggregate() ? (parameter.bytes() + 7) / 8 : 1];
      for (int w = 0; w < words.length; w++) {
        words[w] = registers.value(parameter.isAggregate() ? 64 : 8 * parameter.bytes());
      }
      cells[i] = new ParameterRegisters(words, parameter.bytes(), parameter.isAggregate());
    }
    return cells;
  }

  /** The function of an instruction's name, or null. */
  public @Nullable LaneFunction laneFunction(String mnemonic) {
    LaneFunction function = laneFunctions.get(mnemonic);
    if (function == null) {
      function = LaneFunctions.lookup(mnemonic);
      if (function != null) {
        laneFunctions.put(mnemonic, function);
      }
    }
    return function;
  }

  /** The comparison of an instruction's name, or null. */
  public @Nullable LanePredicate lanePredicate(String mnemonic) {
    LanePredicate predicate = lanePredicates.get(mnemonic);
    if (predicate == null) {
      predicate = LanePredicates.lookup(mnemonic);
      if (predicate != null) {
        lanePredicates.put(mnemonic, predicate);
      }
    }
    return predicate;
  }
}
