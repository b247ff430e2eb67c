package dev.syncopate.check.update;

import dev.syncopate.check.update.LostUpdate.Who;
import dev.syncopate.machine.warp.ClusterPlaces;
import dev.syncopate.machine.warp.Cta;
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

  /** Number of the cluster of each CTA that is in one with others. */
  private final Map<Integer, Long> clusters = new HashMap<>();

  ScopeReach(Program program, int unitsPerGpu, boolean ctaScopeIsUnit) {
    this.program = program;
    this.unitsPerGpu = unitsPerGpu;
    this.ctaScopeIsUnit = ctaScopeIsUnit;
  }

  /** A CTA has moved in. */
  void started(int unit, Cta cta) {
    units.put((int) cta.index, unit);
    ClusterPlaces places = cta.cluster;
    if (places != null) {
      clusters.put((int) cta.index, places.number());
    }
  }

  boolean includes(int pc, Who first, Who second) {
    int unit = units.getOrDefault(first.cta(), -1);
    int otherUnit = units.getOrDefault(second.cta(), -1);
    return switch (scope(program.code().get(pc))) {
      case CTA -> isOneCta(first, second, unit == otherUnit);
      case CLUSTER ->
          isOneCta(first, second, unit == otherUnit)
              || clusters.getOrDefault(first.cta(), -1L)
                  == (long) clusters.getOrDefault(second.cta(), -2L);
      case GPU -> unit / unitsPerGpu == otherUnit / unitsPerGpu;
      case SYS -> true;
    };
  }

  private boolean isOneCta(Who first, Who second, boolean oneUnit) {
    return first.cta() == second.cta() || (ctaScopeIsUnit && oneUnit);
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
