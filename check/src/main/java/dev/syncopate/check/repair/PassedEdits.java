package dev.syncopate.check.repair;

import dev.syncopate.check.race.Race.Passed;
import dev.syncopate.check.repair.ProgramEdit.AddedFence;
import dev.syncopate.check.repair.ProgramEdit.Strengthening;
import dev.syncopate.check.scope.InstructionSite;
import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.MemoryInstruction.Atomic;
import dev.syncopate.ptx.ir.MemoryInstruction.Load;
import dev.syncopate.ptx.ir.MemoryInstruction.Store;
import dev.syncopate.ptx.ir.MemoryOrder;
import dev.syncopate.ptx.ir.MemoryScope;
import dev.syncopate.ptx.ir.Program;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Edits of a write and of the read of it that stood between two racing accesses and ordered
 * nothing: a release or a fence on one side, an acquire or a fence on the other.
 */
public final class PassedEdits {
  private final Program program;
  private final MemoryScope scope;

  private PassedEdits(Program program, MemoryScope scope) {
    this.program = program;
    this.scope = scope;
  }

  /**
   * Sets of edits, each of which lets the write release and the read acquire; none where nothing
   * stood between the accesses.
   */
  public static List<List<ProgramEdit>> of(Program program, @Nullable Passed passed) {
    if (passed == null) {
      return List.of();
    }
    MemoryScope scope =
        passed.writerCta() == passed.readerCta()
            ? MemoryScope.CTA
            : passed.oneCluster() ? MemoryScope.CLUSTER : MemoryScope.GPU;
    PassedEdits edits = new PassedEdits(program, scope);
    List<List<ProgramEdit>> sets = new ArrayList<>();
    for (List<ProgramEdit> release : edits.release(passed)) {
      for (List<ProgramEdit> acquire : edits.acquire(passed)) {
        List<ProgramEdit> set = new ArrayList<>(release);
        set.addAll(acquire);
        if (!set.isEmpty()) {
          sets.add(List.copyOf(set));
        }
      }
    }
    return sets;
  }

  private List<List<ProgramEdit>> release(Passed passed) {
    boolean isReleased =
        passed.release() >= 0 && (passed.releasesWidely() || scope == MemoryScope.CTA);
    if (!passed.strong()) {
      return strong(passed.write(), isReleased);
    }
    return isReleased ? List.of(List.of()) : alternatives(passed.write(), true);
  }

  /** A weak write, such as that which gives a lock back, is made a strong one. */
  private List<List<ProgramEdit>> strong(int pc, boolean isReleased) {
    InstructionSite site = InstructionSite.of(program, pc);
    String mnemonic = Strengthening.mnemonic(site.description());
    if (mnemonic == null) {
      return alternatives(pc, true);
    }
    Strengthening relaxed = new Strengthening(site, mnemonic, MemoryOrder.RELAXED, scope);
    return isReleased
        ? List.of(List.of(relaxed))
        : List.of(
            List.of(new Strengthening(site, mnemonic, MemoryOrder.RELEASE, scope)),
            List.of(relaxed, new AddedFence(site, true, MemoryOrder.ACQ_REL, scope)));
  }

  private List<List<ProgramEdit>> acquire(Passed passed) {
    boolean isFenced = passed.fence() >= 0 && (passed.fencesWidely() || scope == MemoryScope.CTA);
    MemoryOrder order = order(program.code().get(passed.read()));
    boolean isAcquired =
        (order == MemoryOrder.ACQUIRE || order == MemoryOrder.ACQ_REL)
            && scope(program.code().get(passed.read())).compareTo(scope) >= 0;
    return isFenced || isAcquired ? List.of(List.of()) : alternatives(passed.read(), false);
  }

  private List<List<ProgramEdit>> alternatives(int pc, boolean releases) {
    InstructionSite site = InstructionSite.of(program, pc);
    List<List<ProgramEdit>> alternatives = new ArrayList<>();
    String mnemonic = Strengthening.mnemonic(site.description());
    if (mnemonic != null) {
      MemoryOrder order = order(program.code().get(pc));
      MemoryOrder added = releases ? MemoryOrder.RELEASE : MemoryOrder.ACQUIRE;
      Strengthening stronger = new Strengthening(site, mnemonic, added, scope);
      alternatives.add(
          List.of(stronger.joined(new Strengthening(site, mnemonic, order, MemoryScope.CTA))));
    }
    alternatives.add(List.of(new AddedFence(site, releases, MemoryOrder.ACQ_REL, scope)));
    return alternatives;
  }

  private static MemoryOrder order(Instruction instruction) {
    return switch (instruction) {
      case Load load -> load.order();
      case Store store -> store.order();
      case Atomic atomic -> atomic.order();
      default -> MemoryOrder.WEAK;
    };
  }

  private static MemoryScope scope(Instruction instruction) {
    return switch (instruction) {
      case Load load -> load.scope();
      case Store store -> store.scope();
      case Atomic atomic -> atomic.scope();
      default -> MemoryScope.CTA;
    };
  }
}
