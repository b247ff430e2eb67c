package dev.syncopate.check.scope;

import dev.syncopate.check.report.InstructionDescription;
import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.MemoryInstruction.Atomic;
import dev.syncopate.ptx.ir.MemoryInstruction.Fence;
import dev.syncopate.ptx.ir.MemoryInstruction.Load;
import dev.syncopate.ptx.ir.MemoryInstruction.ProxyFence;
import dev.syncopate.ptx.ir.MemoryInstruction.Store;
import dev.syncopate.ptx.ir.MemoryOrder;
import dev.syncopate.ptx.ir.Program;
import dev.syncopate.ptx.ir.WarpInstruction;
import dev.syncopate.ptx.ir.WarpInstruction.Barrier;
import dev.syncopate.ptx.ir.WarpInstruction.WarpSync;
import org.jspecify.annotations.Nullable;

/**
 * Instructions that were compiled from one line and do the same, in every kernel.
 *
 * @param line of the source, or of the PTX where that does not say
 * @param description the instruction, as in {@code ld.acquire.gpu}
 */
public record InstructionSite(String line, String description) {
  /** The site of an instruction. */
  public static InstructionSite of(Program program, int pc) {
    InstructionDescription text = new InstructionDescription(program);
    return new InstructionSite(text.line(pc), text.what(pc));
  }

  /**
   * The site of an instruction that synchronises; null for one that does not, or could not do with
   * less: commutative atomics have no order, and barriers with a result bring more than an order.
   */
  static @Nullable InstructionSite synchronising(Program program, int pc) {
    Instruction instruction = program.code().get(pc);
    boolean synchronises =
        switch (instruction) {
          case Load load -> load.order() != MemoryOrder.WEAK;
          case Store store -> store.order() != MemoryOrder.WEAK;
          case Atomic atomic -> !atomic.commutative();
          case Fence fence -> true;
          case ProxyFence fence -> true;
          case Barrier barrier -> barrier.kind() == WarpInstruction.BarrierKind.SYNC;
          case WarpSync sync -> true;
          default -> false;
        };
    return synchronises ? of(program, pc) : null;
  }

  /** The sites of a program's instructions that synchronise; null for the others. */
  static @Nullable InstructionSite[] allSynchronising(Program program) {
    @Nullable InstructionSite[] sites = new @Nullable InstructionSite[program.code().size()];
    for (int pc = 0; pc < sites.length; pc++) {
      sites[pc] = synchronising(program, pc);
    }
    return sites;
  }
}
