package dev.syncopate.ptx.lower;

import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.syntax.FunctionSyntax;
import dev.syncopate.ptx.syntax.VariableSyntax;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A function of the module and what it was lowered to. Targets of branches in its code are indices
 * into that code; targets of calls are indices of functions.
 */
final class FunctionUnit {
  /** It has no address. */
  static final int NO_ADDRESS = -1;

  final FunctionSyntax syntax;
  final int index;

  /** Numbers of its first registers among those of the module. */
  final int valueBase;

  final int predicateBase;

  /** Where it finds its arguments and leaves its result; empty for kernels. */
  final Cells[] parameters;

  final Cells[] results;

  /** Its index among the functions whose address is taken. */
  int address = NO_ADDRESS;

  /** How it is called, if its address is taken. */
  @Nullable Convention convention;

  final List<Instruction> code = new ArrayList<>();
  final Set<FunctionUnit> callees = new LinkedHashSet<>();

  /** Shapes of the functions it calls through addresses. */
  final Set<String> indirectShapes = new LinkedHashSet<>();

  /** Variables in shared and local memory that it mentions, in order. */
  final Set<VariableSyntax> variables = new LinkedHashSet<>();

  boolean lowered;

  FunctionUnit(FunctionSyntax syntax, int index, Registers registers) {
    this.syntax = syntax;
    this.index = index;
    this.valueBase = registers.valueCount();
    for (int i = 0; i < syntax.values().count(); i++) {
      registers.value(syntax.values().get(i).bits());
    }
    this.predicateBase = registers.predicates(syntax.predicates());
    boolean kernel = syntax.kernel();
    this.parameters = kernel ? new Cells[0] : Cells.of(syntax.parameters(), registers, valueBase);
    this.results = Cells.of(syntax.results(), registers, valueBase);
  }

  String shape() {
    return Convention.shape(syntax.parameters(), syntax.results());
  }
}
