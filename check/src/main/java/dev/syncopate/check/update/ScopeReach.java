package dev.syncopate.check.update;

import dev.syncopate.check.update.LostUpdate.Who;
import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.MemoryInstruction.Atomic;
import dev.syncopate.ptx.ir.MemoryInstruction.Load;
import dev.syncopate.ptx.ir.MemoryInstruction.Store;
import dev.syncopate.ptx.ir.MemoryScope;
import dev.syncopate.ptx.ir.Program;
import java.util.HashMap;
import java.util.Map;

/** Threads that an instruction's scope includes; strong accesses of other threads race with it. */
final class ScopeReach {
  private final Program program;
  private final int unitsPerGpu;
  private final boolean ctaScopeIsUnit;
  private final Map<Integer, Integer> units = new HashMap<>();

  ScopeReach(Program program, int unitsPerGpu, boolean ctaScopeIsUnit) {
    this.program = program;
    this.unitsPerGpu = unitsPerGpu;
    this.ctaScopeIsUnit = ctaScopeIsUnit;
  }

  /** A CTA has moved in. */
  void started(int unit, int cta) {
    units.put(cta, unit);
  }

  boolean includes(int pc, Who first, Who second) {
    int unit = units.getOrDefault(first.cta(), -1);
    int otherUnit = units.getOrDefault(second.cta(), -1);
    return switch (scope(program.code().get(pc))) {
      case CTA, CLUSTER -> first.cta() == second.cta() || (ctaScopeIsUnit && unit == otherUnit);
      case GPU -> unit / unitsPerGpu == otherUnit / unitsPerGpu;
      case SYS -> true;
    };
  }

  private static MemoryScope scope(Instruction instruction) {
    return switch (instruction) {
      case Load load -> load.scope();
      case Store store -> store.scope();
      case Atomic atomic -> atomic.scope();
      default -> throw new IllegalStateException("no access to memory: " + instruction);
    };
  }
}
