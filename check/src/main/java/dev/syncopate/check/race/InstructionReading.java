package dev.syncopate.check.race;

import dev.syncopate.machine.code.AccessTypes;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.MemoryInstruction.Atomic;
import dev.syncopate.ptx.ir.MemoryInstruction.Fence;
import dev.syncopate.ptx.ir.MemoryInstruction.Load;
import dev.syncopate.ptx.ir.MemoryInstruction.Store;
import dev.syncopate.ptx.ir.MemoryOrder;
import dev.syncopate.ptx.ir.MemoryScope;
import dev.syncopate.ptx.ir.Program;
import dev.syncopate.ptx.ir.WarpInstruction.Barrier;
import dev.syncopate.ptx.ir.WarpInstruction.WarpSync;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Instructions for which a run's instructions are taken: themselves, or their replacements in
 * another program. So a run is checked as if it had synchronised less.
 */
final class InstructionReading {
  private final List<Instruction> rewritten;

  /** Instructions in whose place there is another. */
  private final BitSet changed = new BitSet();

  /**
   * @param program that runs
   * @param rewritten has in each place the same instruction, or one that synchronises less, or one
   *     that does nothing
   */
  InstructionReading(Program program, Program rewritten) {
    this.rewritten = rewritten.code();
    List<Instruction> code = program.code();
    if (!code.equals(this.rewritten)) {
      for (int pc = 0; pc < code.size(); pc++) {
        changed.set(pc, !code.get(pc).equals(this.rewritten.get(pc)));
      }
    }
  }

  /** The instruction that an instruction is taken for. */
  Instruction instruction(int pc) {
    return rewritten.get(pc);
  }

  /** Threads that a barrier joins. */
  enum Meeting {
    CTA,
    WARP,
    NOBODY
  }

  /** What a memory instruction does; null for nothing. */
  @Nullable MemoryOperation operation(int pc, MemoryOperation operation) {
    if (!changed.get(pc)) {
      return operation;
    }
    return switch (rewritten.get(pc)) {
      case Load load -> like(operation, load.order(), load.scope()).withRemote(load.remote());
      case Store store -> like(operation, store.order(), store.scope()).withRemote(store.remote());
      case Atomic atomic ->
          like(operation, atomic.order(), atomic.scope()).withRemote(atomic.remote());
      case Fence fence -> like(operation, fence.order(), fence.scope());
      default -> null;
    };
  }

  private static MemoryOperation like(
      MemoryOperation operation, MemoryOrder order, MemoryScope scope) {
    return operation.with(AccessTypes.order(order), AccessTypes.scope(scope));
  }

  /**
   * What a barrier does that is complete.
   *
   * @param pcs where threads wait; -1 for those that have only arrived
   */
  Meeting barrier(int[] pcs, int count) {
    Meeting smallest = Meeting.NOBODY;
    for (int i = 0; i < count; i++) {
      Meeting meeting =
          pcs[i] < 0 || !changed.get(pcs[i]) ? Meeting.CTA : meeting(rewritten.get(pcs[i]));
      smallest = meeting.compareTo(smallest) < 0 ? meeting : smallest;
    }
    return smallest;
  }

  private static Meeting meeting(Instruction instruction) {
    return switch (instruction) {
      case Barrier barrier -> Meeting.CTA;
      case WarpSync sync -> Meeting.WARP;
      default -> Meeting.NOBODY;
    };
  }

  /** Whether lanes that meet at an instruction do so. */
  boolean converges(int pc) {
    return !changed.get(pc) || rewritten.get(pc) instanceof WarpSync;
  }
}
