package dev.syncopate.machine.code;

import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.Position;
import dev.syncopate.ptx.ir.Program;
import dev.syncopate.ptx.ir.WarpInstruction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A program in the form in which compute units run it; shared by all of them, never changed. */
public final class HotKernel {
  public final Program program;

  /** Tells kernels apart in instruction caches. */
  public final int number;

  public final int valueRegisters;
  public final int predicateRegisters;
  public final Op[] code;

  /** Constants, each repeated for every lane. */
  public final long[] constants;

  /**
   * Of a kernel with transactions, for each instruction: how many lie before the commit of the
   * transaction around it, and before the return from its function, on the shortest way.
   */
  public final int[] toCommit;

  public final int[] toReturn;

  /**
   * @param toCommit as {@link #toCommit}, empty for a kernel without transactions; likewise the
   *     other
   */
  public HotKernel(
      Program program, int number, Op[] code, long[] constants, int[] toCommit, int[] toReturn) {
    this.program = program;
    this.number = number;
    this.valueRegisters = program.valueRegisters();
    this.predicateRegisters = program.predicateRegisters();
    this.code = code;
    this.constants = constants;
    this.toCommit = toCommit;
    this.toReturn = toReturn;
  }

  /**
   * This kernel, once it is known to ask the memory system for nothing that it lacks.
   *
   * @param refusal why the memory system cannot perform an operation, or null
   * @throws UnsupportedOperationException naming the first instruction that does
   */
  public HotKernel supportedBy(Function<MemoryOperation, @Nullable String> refusal) {
    for (Op op : code) {
      MemoryOperation memoryOperation = op.asks();
      String refused = memoryOperation == null ? null : refusal.apply(memoryOperation);
      if (refused != null) {
        throw new UnsupportedOperationException(op.position + ": " + refused);
      }
    }
    return this;
  }

  /**
   * Whether lanes that run together may be parted anywhere: no instruction counts on who is there,
   * nor does a transaction.
   */
  public boolean lanesMayPart() {
    for (Instruction instruction : program.code()) {
      boolean whoIsThere =
          switch (instruction) {
            case WarpInstruction.Shuffle shuffle -> !shuffle.maskGiven();
            case WarpInstruction.Vote vote -> !vote.maskGiven();
            default -> false;
          };
      if (whoIsThere) {
        return false;
      }
    }
    return toCommit.length == 0;
  }

  /** Where an instruction stands in the PTX. */
  public Position position(int pc) {
    return code[pc].position;
  }

  /** Entries of a warp's scoreboard: value registers, the spare one, predicates. */
  public int scoreboardEntries() {
    return valueRegisters + 1 + predicateRegisters + 1;
  }
}
