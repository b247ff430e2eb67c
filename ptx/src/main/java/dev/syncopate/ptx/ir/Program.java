package dev.syncopate.ptx.ir;

import dev.syncopate.ptx.ir.Arithmetic.ReadSpecial;
import dev.syncopate.ptx.ir.Arithmetic.ReserveStack;
import dev.syncopate.ptx.ir.MemoryInstruction.BulkCopy;
import dev.syncopate.ptx.ir.MemoryInstruction.PeerCopy;
import dev.syncopate.ptx.ir.MemoryInstruction.TensorCopy;
import dev.syncopate.ptx.ir.MemoryInstruction.Transaction;
import java.util.List;
import java.util.SortedSet;

/**
 * A kernel with every function it can reach, ready to run. Functions follow the kernel in {@link
 * #code()}; each has separate registers, and one that may call itself saves them on the stack
 * around such calls.
 *
 * @param name the kernel's (mangled) name
 * @param code instructions; the kernel starts at 0
 * @param constants values that operand codes below zero refer to, in register form
 * @param valueRegisters number of value registers
 * @param predicateRegisters number of predicate registers
 * @param registers 32-bit registers of a thread, for occupancy
 * @param parameters of the kernel, in order
 * @param parameterBytes size of parameter memory
 * @param sharedBytes static shared memory
 * @param dynamicSharedOffset where dynamic ({@code extern}) shared memory starts
 * @param localBytes local memory a thread
 * @param maxThreads {@code .maxntid} product, or 0
 * @param requiredBlock {@code .reqntid} as x, y, z, or empty
 * @param clusterBounds what its directives say about clusters
 * @param functionAddresses entry indices of the module's functions whose address is taken, -1 for
 *     those this kernel cannot call; function i has the address {@code FUNCTION_BASE + 8 * i}
 * @param loopsThatMaySpin indices of backward branches whose loop reads memory another thread may
 *     write with a strong or volatile access or an atomic whose result is used: the thread
 *     scheduler yields there
 * @param sharedVariables what lies where in shared memory, for reports
 * @param sourceLines what its instructions were compiled from, for reports
 */
public record Program(
    String name,
    List<Instruction> code,
    long[] constants,
    int valueRegisters,
    int predicateRegisters,
    RegisterNeed registers,
    List<Parameter> parameters,
    int parameterBytes,
    int sharedBytes,
    int dynamicSharedOffset,
    int localBytes,
    int maxThreads,
    List<Integer> requiredBlock,
    ClusterBounds clusterBounds,
    List<Integer> functionAddresses,
    SortedSet<Integer> loopsThatMaySpin,
    List<SharedVariable> sharedVariables,
    SourceLines sourceLines) {
  /** Base of the values that stand for functions' addresses. */
  public static final long FUNCTION_BASE = 0x0100_0000L;

  /** Whether a thread may come to a transaction ({@code tx.begin}). */
  public boolean transactional() {
    for (Instruction instruction : code) {
      if (instruction instanceof Transaction) {
        return true;
      }
    }
    return false;
  }

  /** Whether a thread may come to a bulk copy ({@code cp.async.bulk}). */
  public boolean copiesInBulk() {
    for (Instruction instruction : code) {
      if (instruction instanceof BulkCopy
          || instruction instanceof PeerCopy
          || instruction instanceof TensorCopy) {
        return true;
      }
    }
    return false;
  }

  /** Whether a thread may come to a warpgroup's multiplication ({@code wgmma}). */
  private boolean multipliesInWarpgroups() {
    for (Instruction instruction : code) {
      if (instruction instanceof WarpInstruction.WarpgroupMultiply) {
        return true;
      }
    }
    return false;
  }

  /** Whether anything accesses shared memory by the async proxy. */
  public boolean usesAsyncProxy() {
    return copiesInBulk() || multipliesInWarpgroups();
  }

  /** Whether a thread may come to the barrier of its cluster ({@code barrier.cluster}). */
  public boolean meetsInClusters() {
    for (Instruction instruction : code) {
      if (instruction instanceof WarpInstruction.ClusterBarrier) {
        return true;
      }
    }
    return false;
  }

  /** Whether threads have a stack: behind their {@link #localBytes()} in local memory. */
  public boolean stack() {
    for (Instruction instruction : code) {
      if (instruction instanceof ReserveStack) {
        return true;
      }
    }
    return false;
  }

  /** Where the stack begins in local memory. */
  public int stackBase() {
    return Math.ceilDiv(localBytes, Arithmetic.STACK_ALIGNMENT) * Arithmetic.STACK_ALIGNMENT;
  }

  /** Whether it asks anywhere whether a transaction was given up ({@code %tx_failed}). */
  public boolean asksForFailure() {
    for (Instruction instruction : code) {
      if (instruction instanceof ReadSpecial read && read.register() == SpecialRegister.TX_FAILED) {
        return true;
      }
    }
    return false;
  }

  /** The same program with other registers. */
  public Program withRegisters(RegisterNeed registerNeed) {
    return new Program(
        name,
        code,
        constants,
        valueRegisters,
        predicateRegisters,
        registerNeed,
        parameters,
        parameterBytes,
        sharedBytes,
        dynamicSharedOffset,
        localBytes,
        maxThreads,
        requiredBlock,
        clusterBounds,
        functionAddresses,
        loopsThatMaySpin,
        sharedVariables,
        sourceLines);
  }

  /** The same program with its instructions replaced one by one. */
  public Program withCode(List<Instruction> newCode) {
    return withCode(newCode, constants);
  }

  /**
   * The same program with its instructions replaced one by one.
   *
   * @param operands its constants, and behind them those of the other instructions
   */
  public Program withCode(List<Instruction> newCode, long[] operands) {
    return withCode(newCode, operands, functionAddresses, loopsThatMaySpin);
  }

  /**
   * The same program with instructions added.
   *
   * @param operands its constants, and behind them those of the added instructions
   * @param functions entry indices as in {@link #functionAddresses}, in the new code
   * @param spins indices as in {@link #loopsThatMaySpin}, in the new code
   */
  public Program withCode(
      List<Instruction> newCode,
      long[] operands,
      List<Integer> functions,
      SortedSet<Integer> spins) {
    return new Program(
        name,
        List.copyOf(newCode),
        operands,
        valueRegisters,
        predicateRegisters,
        registers,
        parameters,
        parameterBytes,
        sharedBytes,
        dynamicSharedOffset,
        localBytes,
        maxThreads,
        requiredBlock,
        clusterBounds,
        functions,
        spins,
        sharedVariables,
        sourceLines);
  }
}
